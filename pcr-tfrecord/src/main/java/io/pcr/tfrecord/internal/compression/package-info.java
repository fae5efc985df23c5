/**
 * The compressions of TFRecord files: none, gzip, zlib and zstd.
 *
 * <p>{@link io.pcr.tfrecord.internal.compression.TfRecordCompression} is one compression, and
 * {@link io.pcr.tfrecord.internal.compression.TfRecordCompressions} finds it by its id, its name or
 * the first bytes of a file. To add a compression, implement the interface and list it there.
 *
 * <p>Compressions are stateless and thread-safe. What {@code decode} and {@code sink} return is for
 * one thread; the caller closes it.
 */
package io.pcr.tfrecord.internal.compression;
