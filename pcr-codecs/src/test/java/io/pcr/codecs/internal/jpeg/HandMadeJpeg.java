package io.pcr.codecs.internal.jpeg;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/** A progressive file written bit by bit: a huge grey image whose scans all say "nothing here". */
final class HandMadeJpeg {
  private static final int SOF2 = 0xC2;
  private static final int DQT = 0xDB;
  private static final int BLOCK = 8;
  private static final int LONGEST_RUN = 32_767;
  private static final int RUN_BITS = 14;
  private static final int EOB_RUN_14 = 0xE0;
  private static final int AC_TABLE = 0x10;
  private static final int LARGEST_SIZE = 15;
  private static final int TOP_BIT = 10;
  private static final int COEFFICIENTS = 63;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private int pending;
  private int pendingBits;

  private HandMadeJpeg() {}

  /** A legal file whose many scans each take a decoder through every block of the image. */
  static byte[] endOfBandRuns(int width, int height, int acScans) {
    if (acScans > COEFFICIENTS * (TOP_BIT + 1)) {
      throw new IllegalArgumentException(acScans + " scans cannot be legal");
    }
    HandMadeJpeg jpeg = new HandMadeJpeg();
    int blocks = jpeg.head(width, height, 0);
    jpeg.out.writeBytes(JpegSurgery.segment(JpegSurgery.DHT, oneCode(AC_TABLE, EOB_RUN_14)));
    jpeg.scanHeader(0, 0, 0, 0);
    for (int i = 0; i < blocks; i++) {
      jpeg.bits(0, 1);
    }
    jpeg.flush();
    for (int scan = 0; scan < acScans; scan++) {
      int coefficient = 1 + scan / (TOP_BIT + 1);
      int level = TOP_BIT - scan % (TOP_BIT + 1);
      jpeg.scanHeader(coefficient, coefficient, level == TOP_BIT ? 0 : level + 1, level);
      jpeg.runs(blocks);
    }
    jpeg.out.writeBytes(new byte[] {(byte) 0xFF, (byte) JpegSurgery.EOI});
    return jpeg.out.toByteArray();
  }

  /** One scan, in which each block is as much brighter than the one before as can be coded. */
  static byte[] growingBrightness(int width, int height) {
    HandMadeJpeg jpeg = new HandMadeJpeg();
    int blocks = jpeg.head(width, height, LARGEST_SIZE);
    jpeg.scanHeader(0, 0, 0, 0);
    for (int i = 0; i < blocks; i++) {
      jpeg.bits(0, 1);
      jpeg.bits((1 << LARGEST_SIZE) - 1, LARGEST_SIZE);
    }
    jpeg.flush();
    jpeg.out.writeBytes(new byte[] {(byte) 0xFF, (byte) JpegSurgery.EOI});
    return jpeg.out.toByteArray();
  }

  /** All in front of the scans but for the AC table; returns the number of blocks. */
  private int head(int width, int height, int dcSymbol) {
    out.writeBytes(new byte[] {(byte) 0xFF, (byte) JpegSurgery.SOI});
    byte[] table = new byte[1 + BLOCK * BLOCK];
    Arrays.fill(table, (byte) 1);
    table[0] = 0;
    out.writeBytes(JpegSurgery.segment(DQT, table));
    out.writeBytes(JpegSurgery.segment(SOF2, frame(width, height)));
    out.writeBytes(JpegSurgery.segment(JpegSurgery.DHT, oneCode(0, dcSymbol)));
    return ((width + BLOCK - 1) / BLOCK) * ((height + BLOCK - 1) / BLOCK);
  }

  private static byte[] frame(int width, int height) {
    return new byte[] {
      8, (byte) (height >> 8), (byte) height, (byte) (width >> 8), (byte) width, 1, 1, 0x11, 0
    };
  }

  /** A Huffman table of one code, the bit 0. */
  private static byte[] oneCode(int number, int symbol) {
    byte[] table = new byte[18];
    table[0] = (byte) number;
    table[1] = 1;
    table[17] = (byte) symbol;
    return table;
  }

  private void scanHeader(int ss, int se, int ah, int al) {
    byte[] header = {1, 1, 0, (byte) ss, (byte) se, (byte) (ah << 4 | al)};
    out.writeBytes(JpegSurgery.segment(JpegSurgery.SOS, header));
  }

  /** The code says 2^14 blocks and more; 14 further bits say how many more. */
  private void runs(int blocks) {
    int least = 1 << RUN_BITS;
    int left = blocks;
    while (left > 0) {
      int run = Math.min(left, LONGEST_RUN);
      run = Math.max(run, least);
      bits(0, 1);
      bits(run - least, RUN_BITS);
      left -= run;
    }
    flush();
  }

  private void bits(int value, int count) {
    for (int bit = count - 1; bit >= 0; bit--) {
      pending = pending << 1 | (value >> bit & 1);
      if (++pendingBits == Byte.SIZE) {
        out.write(pending);
        if ((pending & 0xFF) == 0xFF) {
          out.write(0);
        }
        pending = 0;
        pendingBits = 0;
      }
    }
  }

  private void flush() {
    while (pendingBits != 0) {
      bits(1, 1);
    }
  }
}
