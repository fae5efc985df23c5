package io.pcr.writer.internal.source.archive;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.wire.MalformedMessageException;
import io.pcr.tfrecord.internal.wire.MessageReader;
import io.pcr.tfrecord.internal.wire.WireType;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The fields of one protobuf message of the reference implementation, one by one. Not thread-safe.
 */
final class ReferenceMessage {
  /** Takes a field; what it does not read of it is passed over. */
  interface FieldConsumer {
    /** A number. */
    void number(int field, long value) throws IOException;

    /**
     * Bytes, text, a message, or packed numbers.
     *
     * @param position of the value in the message
     */
    void bytes(int field, int position, ByteBuffer value) throws IOException;
  }

  private final String name;
  private final ByteBuffer message;
  private final long offset;
  private final String source;

  /**
   * A message from position to limit of a heap buffer.
   *
   * @param offset of the message in its file, for errors
   */
  ReferenceMessage(String name, ByteBuffer message, long offset, String source) {
    this.name = name;
    this.message = message.slice();
    this.offset = offset;
    this.source = source;
  }

  /** Gives every field to the consumer. */
  void forEach(FieldConsumer consumer) throws IOException {
    MessageReader in = new MessageReader(message);
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireType.field(tag);
        switch (WireType.of(tag)) {
          case WireType.VARINT -> consumer.number(field, in.readVarint64());
          case WireType.LENGTH_DELIMITED -> {
            int length = in.readLength();
            int position = in.position();
            in.skip(length);
            consumer.bytes(field, position, message.slice(position, length));
          }
          default -> in.skipField(tag);
        }
      }
    } catch (MalformedMessageException e) {
      throw malformed(in, e.getMessage());
    }
  }

  /** Gives each number of a packed field. */
  static void forEachPacked(ByteBuffer packed, NumberConsumer consumer) throws IOException {
    MessageReader in = new MessageReader(packed);
    while (in.remaining() > 0) {
      consumer.number(in.readVarint64());
    }
  }

  /** Takes numbers one by one. */
  interface NumberConsumer {
    void number(long value) throws IOException;
  }

  private PcrException.Corrupt malformed(MessageReader in, String problem) {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        new FieldLocation(name, offset + in.position(), source),
        "a malformed message (" + problem + ")",
        "a " + name);
  }
}
