/** What scans that are chosen for each image by itself cost and give. */
package io.pcr.benchmarks.choice;
