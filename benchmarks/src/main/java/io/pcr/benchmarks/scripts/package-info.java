/** What scan scripts cost and give, and the search for better ones. */
package io.pcr.benchmarks.scripts;
