package io.pcr.writer.source.archive;

import static io.pcr.writer.source.archive.TarLayout.BLOCK_LENGTH;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Goes through the members of a tar, reading headers alone. Knows the long names of GNU and POSIX.
 * Not thread-safe.
 */
final class TarWalk {
  /** A member: what it is called, what it is, and where its data stands. */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  record Member(byte[] name, char type, long position, long size) {
    boolean isFile() {
      return type == TarHeader.FILE
          || type == TarHeader.OLD_FILE
          || type == TarHeader.CONTIGUOUS_FILE;
    }
  }

  /** Names and POSIX's further headers are short; what is longer is damage. */
  private static final int MAX_EXTENSION_LENGTH = 1 << 20;

  private static final String PAX_PATH = "path";
  private static final String PAX_SIZE = "size";

  private final ByteSource source;
  private final long length;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_LENGTH);
  private long position;
  private boolean isEnded;
  private byte[] nextName;
  private long nextSize = -1;

  TarWalk(ByteSource source) throws IOException {
    this.source = source;
    this.length = source.length();
  }

  /** The next member, or null at the end. */
  Member next() throws IOException {
    while (true) {
      if (position == length) {
        return null;
      }
      readBlock();
      if (TarHeader.isEnd(block)) {
        isEnded = true;
        return null;
      }
      TarHeader header = TarHeader.decode(block, position, source.toString());
      boolean isExtension = isExtension(header.type());
      long size = isExtension || nextSize < 0 ? header.size() : nextSize;
      long data = position + BLOCK_LENGTH;
      if (size > length - data) {
        throw new PcrException.Truncated(location("size"), size, length - data);
      }
      // The padding of the last member may be missing.
      position = Math.min(length, data + TarLayout.blocks(size));
      if (isExtension) {
        readExtension(header.type(), data, size);
        continue;
      }
      Member member =
          new Member(nextName == null ? header.name() : nextName, header.type(), data, size);
      nextName = null;
      nextSize = -1;
      return member;
    }
  }

  /** Whether the mark was there that ends an archive, and not just the file. */
  boolean isEnded() {
    return isEnded;
  }

  private void readBlock() throws IOException {
    if (length - position < BLOCK_LENGTH) {
      throw new PcrException.Truncated(location("name"), BLOCK_LENGTH, length - position);
    }
    source.readFully(position, block.clear());
  }

  private static boolean isExtension(char type) {
    return type == TarHeader.GNU_LONG_NAME
        || type == TarHeader.GNU_LONG_LINK
        || type == TarHeader.PAX
        || type == TarHeader.PAX_GLOBAL;
  }

  private void readExtension(char type, long data, long size) throws IOException {
    if (size > MAX_EXTENSION_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.VALUE_OUT_OF_RANGE,
          location("size"),
          size,
          "at most " + MAX_EXTENSION_LENGTH + " for a name");
    }
    byte[] bytes = new byte[(int) size];
    source.readFully(data, ByteBuffer.wrap(bytes));
    if (type == TarHeader.GNU_LONG_NAME) {
      nextName = upToNul(bytes);
    } else if (type == TarHeader.PAX) {
      readPax(bytes, data);
    }
  }

  private static byte[] upToNul(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return Arrays.copyOf(bytes, end);
  }

  /** Records of the form {@code "25 path=some/long/name\n"}, the number counting all of it. */
  private void readPax(byte[] bytes, long data) throws PcrException.Corrupt {
    int at = 0;
    while (at < bytes.length) {
      int space = at;
      long recordLength = 0;
      while (space < bytes.length && Character.isDigit(bytes[space]) && space - at < 9) {
        recordLength = recordLength * 10 + (bytes[space++] - '0');
      }
      int end = (int) Math.min(Integer.MAX_VALUE, at + recordLength) - 1;
      int equals = space;
      while (equals < bytes.length && bytes[equals] != '=') {
        equals++;
      }
      boolean isRecord =
          space < bytes.length && bytes[space] == ' ' && equals < end && end < bytes.length;
      if (!isRecord || bytes[end] != '\n') {
        throw new PcrException.Corrupt(
            ErrorCode.VALUE_OUT_OF_RANGE,
            new FieldLocation("TarHeader.pax", data + at, source.toString()),
            "no record",
            "length, name and value");
      }
      String name = new String(bytes, space + 1, equals - space - 1, StandardCharsets.ISO_8859_1);
      takePax(name, Arrays.copyOfRange(bytes, equals + 1, end), data + at);
      at = end + 1;
    }
  }

  private void takePax(String name, byte[] value, long at) throws PcrException.Corrupt {
    if (name.equals(PAX_PATH)) {
      nextName = value;
    } else if (name.equals(PAX_SIZE)) {
      String text = new String(value, StandardCharsets.ISO_8859_1);
      try {
        nextSize = Long.parseLong(text);
      } catch (NumberFormatException e) {
        nextSize = -1;
      }
      if (nextSize < 0) {
        throw new PcrException.Corrupt(
            ErrorCode.VALUE_OUT_OF_RANGE,
            new FieldLocation("TarHeader.pax", at, source.toString()),
            "size '" + text + "'",
            "0 to 2^63-1");
      }
    }
  }

  private FieldLocation location(String field) {
    return new FieldLocation("TarHeader." + field, position, source.toString());
  }
}
