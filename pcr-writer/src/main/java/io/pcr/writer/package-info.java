/**
 * Writes datasets from samples that a program has in memory.
 *
 * <pre>{@code
 * try (PcrWriter writer = PcrWriter.create(folder, PcrWriterOptions.DEFAULT)) {
 *   writer.add(PcrSample.of("a.jpg", bytes).withLabel(3));
 *   writer.finish(); // publishes the dataset; without this call there is none
 * }
 * }</pre>
 *
 * <p>A {@link io.pcr.writer.PcrWriter} is for one thread and encodes on several threads of its own.
 * Whoever creates it closes it. Samples and options are immutable. To convert files, use {@link
 * io.pcr.writer.convert.Conversion}.
 */
package io.pcr.writer;
