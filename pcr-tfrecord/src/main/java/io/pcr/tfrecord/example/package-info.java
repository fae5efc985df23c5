/**
 * The {@code tf.train.Example} messages in TFRecord files, and images in them under the names of
 * TF-slim.
 */
package io.pcr.tfrecord.example;
