/** Inputs that are records of TFRecord files, ours and others'. */
package io.pcr.writer.source.tfrecord;
