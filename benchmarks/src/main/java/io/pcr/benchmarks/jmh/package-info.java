/** JMH benches of the hot pieces, each with the method that is its limit in the same class. */
package io.pcr.benchmarks.jmh;
