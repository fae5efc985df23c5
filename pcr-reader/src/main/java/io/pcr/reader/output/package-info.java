/**
 * Writes samples of a dataset to files: which samples, to which folder, and with what result.
 *
 * <p>{@link io.pcr.reader.output.KeySelection} chooses samples by their keys, {@link
 * io.pcr.reader.output.TargetFolder} writes files only inside its folder, and {@link
 * io.pcr.reader.output.OutputReport} counts what was written. Target folders and reports are
 * thread-safe. Nothing here needs closing.
 */
package io.pcr.reader.output;
