/**
 * Which samples of a dataset are written to files, and with what result.
 *
 * <p>{@link io.pcr.reader.output.KeySelection} chooses samples by their keys, and {@link
 * io.pcr.reader.output.OutputReport} counts what was written.
 *
 * <pre>{@code
 * KeySelection roses = KeySelection.of(List.of("rose/*"));
 * OutputReport report = Restore.of(dataset.files()).only(roses).into(folder);
 * System.out.println(report.written() + " written, " + report.failed() + " failed");
 * }</pre>
 *
 * <p>Selections and reports are thread-safe. Nothing here needs closing.
 */
package io.pcr.reader.output;
