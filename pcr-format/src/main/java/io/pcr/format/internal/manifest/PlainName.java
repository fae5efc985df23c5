package io.pcr.format.internal.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The names that a manifest may list (spec requirement R-MANIFEST-4): 1 to 255 characters of {@code
 * A-Z a-z 0-9 . _ -}, the first not a dot. They are joined to the dataset's folder or URI, and
 * nothing in them can lead out of it or needs escaping. Two names that differ only in case count as
 * equal.
 */
public final class PlainName {
  public static final int MAX_LENGTH = 255;

  private PlainName() {}

  /** Whether a byte may stand in a name. */
  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '.'
        || c == '_'
        || c == '-';
  }

  /** The same for names that count as equal. */
  public static int folded(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
  }

  /** Proves that the bytes from {@code start} to {@code end} are a name. */
  public static void require(ByteBuffer bytes, int start, int end, String field) {
    requireRange(field, end - start, 1, MAX_LENGTH);
    boolean isPlain = bytes.get(start) != '.';
    for (int i = start; i < end && isPlain; i++) {
      isPlain = isPlain(bytes.get(i));
    }
    InvalidFieldException.require(
        isPlain, ErrorCode.MALFORMED, field, "other characters", "A-Z a-z 0-9 . _ -, no dot first");
  }

  /** Proves that a text is a name. */
  public static void require(String name, String field) {
    // A character beyond ASCII becomes a question mark, which no name has.
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    require(ByteBuffer.wrap(bytes), 0, bytes.length, field);
  }
}
