/** What a whole TFRecord file can be compressed with. */
package io.pcr.tfrecord.compression;
