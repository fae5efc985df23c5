/** The C programs that are the limits, compiled on the machine that measures. */
package io.pcr.benchmarks.c;
