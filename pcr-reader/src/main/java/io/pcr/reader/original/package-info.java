/**
 * Restores the files that a dataset was made from, byte for byte.
 *
 * <p>{@link io.pcr.reader.original.Originals} restores one original into memory. {@link
 * io.pcr.reader.original.Restore} restores all or chosen originals into a folder. Both read local
 * and remote datasets. They compare each original with its length and SHA-256 before they return or
 * write it. TFRecord shards store originals unchanged; there they check the checksum of the record.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path)) {
 *   ByteBuffer one = Originals.of(dataset).get("rose/1.jpg");
 *   OutputReport report = Restore.of(dataset.files()).into(folder);
 *   System.out.println(report.written() + " written, " + report.failed() + " failed");
 * }
 * }</pre>
 *
 * <p>{@code Originals} is thread-safe, and the caller keeps its dataset open. {@code Restore} is
 * for one thread and one use.
 */
package io.pcr.reader.original;
