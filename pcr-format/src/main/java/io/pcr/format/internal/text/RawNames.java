package io.pcr.format.internal.text;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;

/**
 * File names as the bytes that they are. A name on a Unix filesystem is any bytes without '/' and
 * NUL, while a {@link Path} shows them through the locale: a name that the locale cannot say would
 * be lost. A file URI spells the bytes out, in both directions, under any locale.
 */
public final class RawNames {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** What stands for itself in a URI, and the separator. */
  private static final String UNRESERVED =
      "/0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  private RawNames() {}

  /** The bytes of the last name of {@code path}. */
  public static byte[] lastName(Path path) {
    Path name = path.getFileName();
    if (name == null) {
      return new byte[0];
    }
    String shown = name.toString();
    if (isAscii(shown)) {
      return shown.getBytes(StandardCharsets.US_ASCII);
    }
    String raw = path.toUri().getRawPath();
    int end = raw.endsWith("/") ? raw.length() - 1 : raw.length();
    return percentDecode(raw.substring(raw.lastIndexOf('/', end - 1) + 1, end));
  }

  /** The path below {@code folder} whose names, separated by '/', are these bytes. */
  public static Path resolve(Path folder, byte[] relative) {
    String ascii = new String(relative, StandardCharsets.ISO_8859_1);
    if (isAscii(ascii)) {
      return folder.resolve(ascii);
    }
    String base = folder.toUri().getRawPath();
    StringBuilder uri = new StringBuilder("file://").append(base);
    if (!base.endsWith("/")) {
      uri.append('/');
    }
    for (byte b : relative) {
      if (UNRESERVED.indexOf(b) >= 0) {
        uri.append((char) b);
      } else {
        uri.append('%').append(HEX.toHexDigits(b));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }

  /** Whether the bytes are well-formed UTF-8. */
  public static boolean isUtf8(byte[] name) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /** The bytes as text, each byte that is no UTF-8 as {@code \xNN}. */
  public static String show(byte[] name) {
    if (isUtf8(name)) {
      return new String(name, StandardCharsets.UTF_8);
    }
    StringBuilder shown = new StringBuilder();
    for (byte b : name) {
      if (b >= 0) {
        shown.append((char) b);
      } else {
        shown.append("\\x").append(HEX.toHexDigits(b));
      }
    }
    return shown.toString();
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7e) {
        return false;
      }
    }
    return true;
  }

  private static byte[] percentDecode(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toByteArray();
  }
}
