/** What converting costs, beside the bare C loop that does the unavoidable part of it. */
package io.pcr.benchmarks.writer;
