/**
 * The names of the features in which TFRecords hold images, labels and keys.
 *
 * <pre>{@code
 * TfRecordSourceOptions source =
 *     TfRecordSourceOptions.of(folder).withNames(FeatureNames.parse("image=jpeg,label=class"));
 * }</pre>
 *
 * <p>{@link io.pcr.tfrecord.example.FeatureNames} is immutable and thread-safe.
 */
package io.pcr.tfrecord.example;
