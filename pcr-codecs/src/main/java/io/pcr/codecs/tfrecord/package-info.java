/** TFRecord files, ours and others': record after record, or a record by its position. */
package io.pcr.codecs.tfrecord;
