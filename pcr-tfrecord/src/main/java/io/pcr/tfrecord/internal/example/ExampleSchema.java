package io.pcr.tfrecord.internal.example;

import io.pcr.tfrecord.internal.wire.WireType;

/**
 * Field numbers and wire types of {@code tf.train.Example}.
 *
 * <pre>
 * Example   { Features features = 1 }
 * Features  { map&lt;string, Feature&gt; feature = 1 }
 * Feature   { oneof: BytesList = 1, FloatList = 2, Int64List = 3 }
 * BytesList { repeated bytes value = 1 }, FloatList of float and Int64List of int64 alike, packed
 * </pre>
 */
final class ExampleSchema {
  static final int FEATURES = 1;
  static final int FEATURE = 1;
  static final int ENTRY_KEY = 1;
  static final int ENTRY_VALUE = 2;
  static final int BYTES_LIST = 1;
  static final int FLOAT_LIST = 2;
  static final int INT64_LIST = 3;
  static final int VALUE = 1;

  private ExampleSchema() {}

  static int lengthDelimited(int field) {
    return WireType.tag(field, WireType.LENGTH_DELIMITED);
  }

  static int varint(int field) {
    return WireType.tag(field, WireType.VARINT);
  }

  static int fixed32(int field) {
    return WireType.tag(field, WireType.FIXED32);
  }
}
