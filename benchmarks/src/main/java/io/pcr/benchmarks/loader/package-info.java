/** Figures of the loader's order. */
package io.pcr.benchmarks.loader;
