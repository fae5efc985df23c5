/**
 * Reads and writes the wire format of protobuf, as far as examples and the files of the reference
 * implementation need it.
 *
 * <p>Readers and writers are for one thread. They use the caller's buffer and need no closing.
 */
package io.pcr.tfrecord.internal.wire;
