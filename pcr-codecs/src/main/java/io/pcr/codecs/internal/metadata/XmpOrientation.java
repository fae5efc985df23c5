package io.pcr.codecs.internal.metadata;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The orientation in an XMP packet, as an attribute or an element under its usual prefix. */
final class XmpOrientation {
  /** Packets are a few KiB; longer ones hold thumbnails and histories, and say this early. */
  private static final int MAX_LENGTH = 1 << 20;

  private static final Pattern STATED =
      Pattern.compile("tiff:Orientation\\s{0,8}(?:=\\s{0,8}[\"']|>)\\s{0,8}([1-8])\\s{0,8}[\"'<]");

  private XmpOrientation() {}

  /** 1 to 8; 0 when the packet does not say it. */
  static int of(ByteBuffer packet) {
    byte[] bytes = new byte[Math.min(packet.remaining(), MAX_LENGTH)];
    packet.duplicate().get(bytes);
    Matcher matcher = STATED.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    return matcher.find() ? matcher.group(1).charAt(0) - '0' : 0;
  }
}
