/** Shards that are TFRecord files: what a conversion writes when asked for that variant. */
package io.pcr.writer.tfrecord;
