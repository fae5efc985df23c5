package io.pcr.tfrecord.example;

import com.google.protobuf.WireFormat;

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

  private static final int TAG_TYPE_BITS = 3;

  private ExampleSchema() {}

  static int lengthDelimited(int field) {
    return tag(field, WireFormat.WIRETYPE_LENGTH_DELIMITED);
  }

  static int varint(int field) {
    return tag(field, WireFormat.WIRETYPE_VARINT);
  }

  static int fixed32(int field) {
    return tag(field, WireFormat.WIRETYPE_FIXED32);
  }

  private static int tag(int field, int wireType) {
    return field << TAG_TYPE_BITS | wireType;
  }
}
