/**
 * The framing of records in a TFRecord file: the length before the data, and the masked checksums
 * of both.
 *
 * <p>All types are stateless or immutable, and thread-safe.
 */
package io.pcr.tfrecord.internal.framing;
