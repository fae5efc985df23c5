/**
 * Reads and writes the {@code tf.train.Example} messages in TFRecord files, and the images in them
 * under the feature names of TF-slim.
 *
 * <pre>{@code
 * Example example = Example.decode(record.data(), record.origin(), Limits.DEFAULT);
 * ImageExample image = ImageExample.of(example, FeatureNames.DEFAULT, record.origin());
 * }</pre>
 *
 * <p>Examples are immutable and thread-safe. They are views of the record's data, so they are valid
 * only as long as that data does not change. Nothing needs closing.
 */
package io.pcr.tfrecord.internal.example;
