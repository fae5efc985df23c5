/**
 * TFRecord files, ours and others': records one after the other or by their position, written and
 * read in any compression, and what makes such a file a shard of a dataset.
 */
package io.pcr.tfrecord;
