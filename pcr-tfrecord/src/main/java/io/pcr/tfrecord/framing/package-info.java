/** What stands around a record's data in a TFRecord file: its length and the masked checksums. */
package io.pcr.tfrecord.framing;
