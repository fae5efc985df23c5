package io.pcr.tfrecord.internal.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;

/**
 * Reads a message field by field. Takes what protobuf takes: nothing is read beyond the message
 * that is being read, numbers may have more bytes than they need, up to ten. Allocates nothing but
 * texts, which are as long as bytes that are there. Not thread-safe.
 */
public final class MessageReader {
  /** As many as protobuf follows; deeper ones are meant to exhaust a stack. */
  private static final int MAX_GROUP_DEPTH = 100;

  private static final int VARINT_BITS = 7;
  private static final int VARINT_MASK = 0x7f;

  private final ByteBuffer bytes;
  private int position;
  private int limit;
  private int groupDepth;

  /** A reader of the remaining bytes, whose position does not move. */
  public MessageReader(ByteBuffer message) {
    bytes = message.slice().order(ByteOrder.LITTLE_ENDIAN);
    limit = bytes.limit();
  }

  /** How many bytes of the message have been read, from its first on. */
  public int position() {
    return position;
  }

  /** How many bytes are left of the message, or of the one inside it that was entered last. */
  public int remaining() {
    return limit - position;
  }

  /** The tag of the next field, or 0 where the message ends. */
  public int readTag() throws MalformedMessageException {
    if (position == limit) {
      return 0;
    }
    int tag = readVarint32();
    if (WireType.field(tag) == 0) {
      throw new MalformedMessageException("a field of number 0");
    }
    return tag;
  }

  /** Enters the message whose length stands here; returns what {@link #leave} takes. */
  public int enter() throws MalformedMessageException {
    int length = readLength();
    int outer = limit;
    limit = position + length;
    return outer;
  }

  /** Goes on in the message around the one that has been read to its end. */
  public void leave(int outer) {
    limit = outer;
  }

  /** A length of bytes that are there. */
  public int readLength() throws MalformedMessageException {
    int length = readVarint32();
    if (length < 0 || length > remaining()) {
      throw new MalformedMessageException(
          Integer.toUnsignedString(length) + " bytes where " + remaining() + " are left");
    }
    return length;
  }

  /** The lowest 32 bits of a number. */
  public int readVarint32() throws MalformedMessageException {
    if (position < limit) {
      // Tags and lengths are one byte more often than not.
      byte only = bytes.get(position);
      if (only >= 0) {
        position++;
        return only;
      }
    }
    return (int) readVarint64();
  }

  /** A number. */
  public long readVarint64() throws MalformedMessageException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      require(1);
      byte next = bytes.get(position++);
      value |= (long) (next & VARINT_MASK) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new MalformedMessageException("a number of more than ten bytes");
  }

  /** A number of 32 bits. */
  public float readFloat() throws MalformedMessageException {
    require(Float.BYTES);
    float value = bytes.getFloat(position);
    position += Float.BYTES;
    return value;
  }

  /** A text with its length before it. */
  public String readText() throws MalformedMessageException {
    byte[] text = new byte[readLength()];
    bytes.get(position, text);
    position += text.length;
    return isAscii(text) ? new String(text, US_ASCII) : decoded(text);
  }

  /** As names are, which need no decoder that would find out what is not UTF-8. */
  private static boolean isAscii(byte[] text) {
    int all = 0;
    for (byte each : text) {
      all |= each;
    }
    return all >= 0;
  }

  private static String decoded(byte[] text) throws MalformedMessageException {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(text)).toString();
    } catch (CharacterCodingException e) {
      throw new MalformedMessageException("a text that is not UTF-8");
    }
  }

  /** Passes over bytes. */
  public void skip(int count) throws MalformedMessageException {
    require(count);
    position += count;
  }

  /** Passes over the value of a field. */
  public void skipField(int tag) throws MalformedMessageException {
    switch (WireType.of(tag)) {
      case WireType.VARINT -> readVarint64();
      case WireType.FIXED64 -> skip(Long.BYTES);
      case WireType.LENGTH_DELIMITED -> skip(readLength());
      case WireType.START_GROUP -> skipGroup(WireType.field(tag));
      case WireType.END_GROUP ->
          throw new MalformedMessageException("a group ends that has not begun");
      case WireType.FIXED32 -> skip(Integer.BYTES);
      default -> throw new MalformedMessageException("a value of unknown wire type");
    }
  }

  private void skipGroup(int field) throws MalformedMessageException {
    if (groupDepth == MAX_GROUP_DEPTH) {
      throw new MalformedMessageException("groups in groups without end");
    }
    int end = WireType.tag(field, WireType.END_GROUP);
    for (int tag = readTag(); tag != end; tag = readTag()) {
      if (tag == 0) {
        throw new MalformedMessageException("a group does not end");
      }
      groupDepth++;
      skipField(tag);
      groupDepth--;
    }
  }

  private void require(int count) throws MalformedMessageException {
    if (count > remaining()) {
      throw new MalformedMessageException("it ends within a value");
    }
  }
}
