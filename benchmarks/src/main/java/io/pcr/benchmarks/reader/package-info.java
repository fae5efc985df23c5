/** How fast shards and samples are read. */
package io.pcr.benchmarks.reader;
