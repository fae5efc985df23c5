/** The names of the features in which TFRecords hold images, labels and keys. Immutable. */
package io.pcr.tfrecord.example;
