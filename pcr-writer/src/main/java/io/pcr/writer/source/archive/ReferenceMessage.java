package io.pcr.writer.source.archive;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
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
    CodedInputStream in = CodedInputStream.newInstance(message.duplicate());
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        switch (WireFormat.getTagWireType(tag)) {
          case WireFormat.WIRETYPE_VARINT -> consumer.number(field, in.readInt64());
          case WireFormat.WIRETYPE_LENGTH_DELIMITED -> {
            int length = in.readUInt32();
            int position = in.getTotalBytesRead();
            in.skipRawBytes(length);
            consumer.bytes(field, position, message.slice(position, length));
          }
          default -> {
            if (!in.skipField(tag)) {
              throw malformed(in, "a group ends that has not begun");
            }
          }
        }
      }
    } catch (PcrException e) {
      throw e;
    } catch (IOException e) {
      throw malformed(in, e.getMessage());
    }
  }

  /** Gives each number of a packed field. */
  static void forEachPacked(ByteBuffer packed, NumberConsumer consumer) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(packed.duplicate());
    while (!in.isAtEnd()) {
      consumer.number(in.readInt64());
    }
  }

  /** Takes numbers one by one. */
  interface NumberConsumer {
    void number(long value) throws IOException;
  }

  private PcrException.Corrupt malformed(CodedInputStream in, String problem) {
    return new PcrException.Corrupt(
        ErrorCode.BAD_MESSAGE,
        new FieldLocation(name, offset + in.getTotalBytesRead(), source),
        "a malformed message (" + problem + ")",
        "a " + name);
  }
}
