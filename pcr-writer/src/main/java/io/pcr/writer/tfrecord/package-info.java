/**
 * Shards that are TFRecord files, which other programs can read.
 *
 * <pre>{@code
 * VariantOptions variant = new TfRecordVariant("gzip:6");
 * PcrWriterOptions options = PcrWriterOptions.builder().variant(variant).build();
 * }</pre>
 *
 * <p>{@link io.pcr.writer.tfrecord.TfRecordVariant} is immutable and thread-safe.
 */
package io.pcr.writer.tfrecord;
