package io.pcr.writer.internal.tar;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a POSIX extended header says of the member behind it, as far as it matters here: records of
 * the form {@code "25 path=some/long/name\n"}, the number counting all of it.
 *
 * @param path the member's name, in bytes
 * @param size bytes of its data
 * @param isSparse whether its data is a map of holes, then what stands between them
 */
record PaxRecords(Optional<byte[]> path, OptionalLong size, boolean isSparse) {
  static final PaxRecords NONE = new PaxRecords(Optional.empty(), OptionalLong.empty(), false);

  private static final String PATH = "path";
  private static final String SIZE = "size";
  private static final String SPARSE_PREFIX = "GNU.sparse.";
  private static final String SPARSE_NAME = "GNU.sparse.name";
  private static final int MAX_NUMBER_LENGTH = 9;

  /**
   * Decodes a header's data; what it says goes over what {@code before} says.
   *
   * @param offset of the data in its file
   */
  static PaxRecords decode(byte[] bytes, PaxRecords before, long offset, String source)
      throws PcrException.Corrupt {
    PaxRecords records = before;
    int at = 0;
    while (at < bytes.length) {
      FieldLocation location = new FieldLocation("TarHeader.pax", offset + at, source);
      int space = at;
      int length = 0;
      while (space < bytes.length && isDigit(bytes[space]) && space - at < MAX_NUMBER_LENGTH) {
        length = length * 10 + (bytes[space++] - '0');
      }
      int end = at + length - 1;
      int equals = space;
      while (equals < bytes.length && bytes[equals] != '=') {
        equals++;
      }
      boolean isRecord =
          space < bytes.length && bytes[space] == ' ' && equals < end && end < bytes.length;
      if (!isRecord || bytes[end] != '\n') {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED, location, "not a record", "length, name and value");
      }
      String name = new String(bytes, space + 1, equals - space - 1, StandardCharsets.UTF_8);
      records = records.with(name, Arrays.copyOfRange(bytes, equals + 1, end), location);
      at = end + 1;
    }
    return records;
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private PaxRecords with(String name, byte[] value, FieldLocation location)
      throws PcrException.Corrupt {
    if (name.equals(SPARSE_NAME)) {
      return new PaxRecords(Optional.of(value), size, true);
    }
    if (name.startsWith(SPARSE_PREFIX)) {
      return new PaxRecords(path, size, true);
    }
    if (name.equals(PATH)) {
      // The name of a sparse file stands elsewhere; this one is made up.
      return isSparse && path.isPresent()
          ? this
          : new PaxRecords(Optional.of(value), size, isSparse);
    }
    return name.equals(SIZE)
        ? new PaxRecords(path, OptionalLong.of(size(value, location)), isSparse)
        : this;
  }

  private static long size(byte[] value, FieldLocation location) throws PcrException.Corrupt {
    String text = new String(value, StandardCharsets.ISO_8859_1);
    try {
      long size = Long.parseLong(text);
      if (size >= 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new PcrException.Corrupt(
        ErrorCode.MALFORMED, location, "size '" + text + "'", "0 to 2^63-1");
  }

  /** The data of a header that gives the member behind it this name. */
  static byte[] encodePath(byte[] path) {
    int rest = " ".length() + PATH.length() + "=".length() + path.length + "\n".length();
    int length = rest;
    while (length != rest + Integer.toString(length).length()) {
      length = rest + Integer.toString(length).length();
    }
    byte[] head = (length + " " + PATH + "=").getBytes(StandardCharsets.US_ASCII);
    byte[] record = Arrays.copyOf(head, length);
    System.arraycopy(path, 0, record, head.length, path.length);
    record[length - 1] = '\n';
    return record;
  }
}
