/**
 * Writes samples of a dataset, at full or lower fidelity, to a folder, a tar or a TFRecord file.
 *
 * <p>{@link io.pcr.writer.extract.Extraction} reads the samples, and a {@link
 * io.pcr.writer.extract.SampleSink} receives them. This package belongs to the writer because it
 * writes archives with the writer's tar, under names that the writer's sources read back. To
 * restore originals, use the reader.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path);
 *     SampleSink sink = new FolderSink(folder)) {
 *   Extraction.Result result =
 *       Extraction.of(dataset, sink).fidelity(Fidelity.atMost(3)).run();
 *   System.out.println(result.written() + " samples");
 * }
 * }</pre>
 *
 * <p>An extraction is for one thread and one use. The caller closes the dataset and the sink. A
 * sink closes the {@link io.pcr.writer.extract.ArchiveTarget} that it was given.
 */
package io.pcr.writer.extract;
