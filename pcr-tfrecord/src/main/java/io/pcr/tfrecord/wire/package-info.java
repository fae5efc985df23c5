/**
 * The wire format of protobuf, as far as examples and the reference implementation's files need.
 */
package io.pcr.tfrecord.wire;
