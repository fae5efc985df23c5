/** Writes shards that are TFRecord files. Immutable and thread-safe. */
package io.pcr.writer.internal.tfrecord;
