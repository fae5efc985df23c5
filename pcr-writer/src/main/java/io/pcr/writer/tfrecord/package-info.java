/** Writes TFRecord files: records, plain or compressed, each with the position it got. */
package io.pcr.writer.tfrecord;
