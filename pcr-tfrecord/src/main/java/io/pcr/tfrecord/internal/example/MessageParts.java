package io.pcr.tfrecord.internal.example;

import io.pcr.tfrecord.internal.wire.MessageWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Gathers the bytes of a message without copying its long byte strings. Not thread-safe. */
final class MessageParts {
  /** Byte strings from here on are views; to copy shorter ones costs less than another part. */
  private static final int LEAST_VIEW = 4096;

  private final byte[] copied;
  private final MessageWriter out;
  private final List<ByteBuffer> parts = new ArrayList<>();
  private int partStart;

  /** Room for all that is not viewed. */
  MessageParts(int copiedLength) {
    copied = new byte[copiedLength];
    out = new MessageWriter(ByteBuffer.wrap(copied));
  }

  /** How many of the feature's bytes {@link #putBytes} does not copy. */
  static int viewedLength(Feature feature) {
    int sum = 0;
    if (feature.kind() == Feature.Kind.BYTES) {
      for (int i = 0; i < feature.count(); i++) {
        int length = feature.bytes(i).remaining();
        sum += length < LEAST_VIEW ? 0 : length;
      }
    }
    return sum;
  }

  /** Takes what is copied. */
  MessageWriter out() {
    return out;
  }

  /** Puts a byte string behind what is there. */
  void putBytes(ByteBuffer value) {
    if (value.remaining() < LEAST_VIEW) {
      out.put(value);
    } else {
      endPart();
      parts.add(value);
    }
  }

  /** All parts, once everything has been put. */
  List<ByteBuffer> finish() {
    if (out.room() > 0) {
      throw new IllegalStateException(out.room() + " bytes less than were counted");
    }
    endPart();
    return parts;
  }

  private void endPart() {
    int end = out.position();
    if (end > partStart) {
      parts.add(ByteBuffer.wrap(copied, partStart, end - partStart));
      partStart = end;
    }
  }
}
