package io.pcr.tfrecord.internal.example;

import static io.pcr.tfrecord.internal.example.ExampleSchema.lengthDelimited;
import static io.pcr.tfrecord.internal.wire.MessageWriter.varintLength;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.tfrecord.internal.wire.MessageWriter;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of one {@link Example}, their number known before they are written. Immutable and
 * thread-safe.
 */
public final class ExampleEncoder {
  private static final int TAG_LENGTH = 1;

  private final List<Entry> entries;
  private final int featuresLength;
  private final int encodedLength;
  private final int viewedLength;

  /** A feature with the lengths that stand before its parts. */
  private static final class Entry {
    private final byte[] name;
    private final Feature feature;
    private final int payloadLength;

    Entry(String name, Feature feature) {
      this.name = name.getBytes(UTF_8);
      this.feature = feature;
      this.payloadLength = payloadLengthOf(feature);
    }

    static int compareNames(Entry a, Entry b) {
      return Arrays.compareUnsigned(a.name, b.name);
    }

    int listLength() {
      return feature.kind() == Feature.Kind.BYTES || payloadLength == 0
          ? payloadLength
          : withTagAndLength(payloadLength);
    }

    int featureLength() {
      return feature.kind() == Feature.Kind.NONE ? 0 : withTagAndLength(listLength());
    }

    int entryLength() {
      return Math.addExact(withTagAndLength(name.length), withTagAndLength(featureLength()));
    }
  }

  /**
   * @throws ArithmeticException when the message would have 2 GiB or more
   */
  ExampleEncoder(Example example) {
    entries =
        example.features().entrySet().stream()
            .map(named -> new Entry(named.getKey(), named.getValue()))
            .sorted(Entry::compareNames)
            .toList();
    int sum = 0;
    int viewed = 0;
    for (Entry entry : entries) {
      sum = Math.addExact(sum, withTagAndLength(entry.entryLength()));
      viewed += MessageParts.viewedLength(entry.feature);
    }
    featuresLength = sum;
    viewedLength = viewed;
    encodedLength = withTagAndLength(featuresLength);
  }

  /** Bytes that {@link #encode} puts. */
  public int encodedLength() {
    return encodedLength;
  }

  /**
   * The message as buffers whose remaining bytes follow one another: long byte strings are views of
   * the features' bytes, all else is new.
   */
  public List<ByteBuffer> parts() {
    MessageParts parts = new MessageParts(encodedLength - viewedLength);
    begin(parts.out(), ExampleSchema.FEATURES, featuresLength);
    for (Entry entry : entries) {
      write(parts, entry);
    }
    return parts.finish();
  }

  /**
   * Puts the message.
   *
   * @throws BufferOverflowException when fewer than {@link #encodedLength} bytes remain
   */
  public void encode(ByteBuffer dst) {
    if (dst.remaining() < encodedLength) {
      throw new BufferOverflowException();
    }
    parts().forEach(dst::put);
  }

  private static void write(MessageParts parts, Entry entry) {
    MessageWriter out = parts.out();
    begin(out, ExampleSchema.FEATURE, entry.entryLength());
    begin(out, ExampleSchema.ENTRY_KEY, entry.name.length);
    out.put(entry.name);
    begin(out, ExampleSchema.ENTRY_VALUE, entry.featureLength());
    Feature feature = entry.feature;
    switch (feature.kind()) {
      case NONE -> {}
      case BYTES -> {
        begin(out, ExampleSchema.BYTES_LIST, entry.listLength());
        for (int i = 0; i < feature.count(); i++) {
          ByteBuffer value = feature.bytes(i);
          begin(out, ExampleSchema.VALUE, value.remaining());
          parts.putBytes(value);
        }
      }
      case FLOAT -> {
        beginPacked(out, ExampleSchema.FLOAT_LIST, entry);
        for (int i = 0; i < feature.count(); i++) {
          out.putFloat(feature.floatAt(i));
        }
      }
      case INT64 -> {
        beginPacked(out, ExampleSchema.INT64_LIST, entry);
        for (int i = 0; i < feature.count(); i++) {
          out.putVarint(feature.int64(i));
        }
      }
    }
  }

  private static void beginPacked(MessageWriter out, int field, Entry entry) {
    begin(out, field, entry.listLength());
    if (entry.payloadLength > 0) {
      begin(out, ExampleSchema.VALUE, entry.payloadLength);
    }
  }

  private static void begin(MessageWriter out, int field, int length) {
    out.putVarint(lengthDelimited(field));
    out.putVarint(length);
  }

  private static int payloadLengthOf(Feature feature) {
    int sum = 0;
    switch (feature.kind()) {
      case NONE -> {}
      case BYTES -> {
        for (int i = 0; i < feature.count(); i++) {
          sum = Math.addExact(sum, withTagAndLength(feature.bytes(i).remaining()));
        }
      }
      case FLOAT -> sum = Math.multiplyExact(feature.count(), Float.BYTES);
      case INT64 -> {
        for (int i = 0; i < feature.count(); i++) {
          sum = Math.addExact(sum, varintLength(feature.int64(i)));
        }
      }
    }
    return sum;
  }

  private static int withTagAndLength(int length) {
    return Math.addExact(TAG_LENGTH + varintLength(length), length);
  }
}
