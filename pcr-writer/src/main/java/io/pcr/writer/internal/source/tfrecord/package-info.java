/**
 * Lists and reads inputs that are records of TFRecord files. Readers are for one thread, and
 * whoever opens one closes it.
 */
package io.pcr.writer.internal.source.tfrecord;
