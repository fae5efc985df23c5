/** What compression does to TFRecord files. */
package io.pcr.benchmarks.tfrecord;
