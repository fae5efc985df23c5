/**
 * Which samples of a dataset are written to files, and with what result.
 *
 * <p>{@link io.pcr.reader.output.KeySelection} chooses samples by their keys, and {@link
 * io.pcr.reader.output.OutputReport} counts what was written. Reports are thread-safe. Nothing here
 * needs closing.
 */
package io.pcr.reader.output;
