/**
 * Reads and writes TFRecord files of any program, with any supported compression.
 *
 * <p>{@link io.pcr.tfrecord.internal.TfRecordFile} finds the compression of a file from its first
 * bytes. It reads all records in order, or one record by its position:
 *
 * <pre>{@code
 * try (ByteSource source = FileByteSource.open(path);
 *     TfRecordReader records =
 *         TfRecordFile.open(source, TfRecordReadOptions.DEFAULT).records()) {
 *   Optional<TfRecord> record = records.next();
 *   while (record.isPresent()) {
 *     System.out.println(record.get().data().remaining());
 *     record = records.next();
 *   }
 * }
 * }</pre>
 *
 * <p>{@link io.pcr.tfrecord.internal.TfRecordWriter} writes a file to a channel; call {@code
 * finish} to complete it. {@link io.pcr.tfrecord.internal.TfRecordShard} makes such a file a shard
 * of a dataset.
 *
 * <p>A {@code TfRecordFile} is thread-safe. A reader or writer is for one thread, and whoever opens
 * it closes it; that does not close the source or the channel. The data of a record is valid until
 * the next call of {@code next}.
 */
package io.pcr.tfrecord.internal;
