package io.pcr.format.internal.text;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/** UTF-8 without repairs: what is not well-formed is refused. Stateless. */
public final class Utf8 {
  private static final char REPLACEMENT = '\uFFFD';

  private Utf8() {}

  /**
   * Decodes the remaining bytes; the buffer's position stays as it is.
   *
   * @param field the name of the string, for the error
   * @throws InvalidFieldException when the bytes are not well-formed
   */
  public static String decode(ByteBuffer bytes, String field) {
    return decode(bytes, () -> field);
  }

  /** As {@link #decode(ByteBuffer, String)}, for a name that is made only when it is needed. */
  public static String decode(ByteBuffer bytes, Supplier<String> field) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    String text = new String(copy, StandardCharsets.UTF_8);
    // What is not well-formed becomes this character, so that without it all was; many times as
    // fast as a strict decoder, of which there would be one for each key of a dataset.
    return text.indexOf(REPLACEMENT) < 0 ? text : strict(bytes, field.get());
  }

  /** Whether the remaining bytes are UTF-8; the buffer's position stays as it is. */
  public static boolean isWellFormed(ByteBuffer bytes) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate());
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private static String strict(ByteBuffer bytes, String field) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
    } catch (CharacterCodingException e) {
      throw new InvalidFieldException(
          ErrorCode.MALFORMED, field, bytes.remaining() + " bytes: " + e.getMessage(), "UTF-8");
    }
  }

  /**
   * Encodes a string.
   *
   * @throws InvalidFieldException when it holds half a surrogate pair
   */
  public static byte[] encode(String text, String field) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] result = new byte[bytes.remaining()];
      bytes.get(result);
      return result;
    } catch (CharacterCodingException e) {
      throw new InvalidFieldException(
          ErrorCode.MALFORMED, field, "text with half a surrogate pair", "Unicode");
    }
  }
}
