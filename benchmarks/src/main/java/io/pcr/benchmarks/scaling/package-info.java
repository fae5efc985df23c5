/** How time and memory grow with the number of samples. */
package io.pcr.benchmarks.scaling;
