/** Datasets that the command line's figures are measured on. */
package io.pcr.benchmarks.tools;
