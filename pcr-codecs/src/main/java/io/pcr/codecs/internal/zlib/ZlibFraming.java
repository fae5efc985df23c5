package io.pcr.codecs.internal.zlib;

/** What stands around the deflated bytes. */
public enum ZlibFraming {
  /** RFC 1950: two bytes of header, Adler-32 at the end. */
  ZLIB(15),
  /** RFC 1952: ten bytes of header, without name and time, CRC-32 and length at the end. */
  GZIP(15 + 16);

  /** zlib's {@code windowBits}: a window of 32 KiB, and 16 for gzip. */
  final int windowBits;

  ZlibFraming(int windowBits) {
    this.windowBits = windowBits;
  }
}
