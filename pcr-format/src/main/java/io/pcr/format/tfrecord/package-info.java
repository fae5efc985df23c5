/**
 * TFRecord files and the {@code tf.train.Example} messages in them: the framing with its masked
 * checksums, the compressions, and the names of TF-slim. The wire library shows nowhere outside.
 */
package io.pcr.format.tfrecord;
