/** Giving samples out of a dataset into files: which, where to, and what became of them. */
package io.pcr.reader.output;
