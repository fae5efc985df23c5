package io.pcr.codecs.gif;

import java.nio.ByteBuffer;

/**
 * GIF's variant of LZW: codes of growing width, lowest bits first, with a code that clears the
 * table and one that ends.
 */
final class GifLzw {
  private static final int MAX_CODES = 4096;
  private static final int MAX_WIDTH = 12;
  private static final int MAX_FIRST_WIDTH = 11;
  private static final int NONE = -1;

  private final int clearCode;
  private final int firstWidth;
  private final byte[] out;

  /** A code stands for what its prefix stands for, and one index more. */
  private final short[] prefixes = new short[MAX_CODES];

  private final byte[] suffixes = new byte[MAX_CODES];
  private final byte[] stack = new byte[MAX_CODES + 1];

  private int length;
  private int bits;
  private int bitCount;
  private int width;
  private int codes;
  private int previous = NONE;
  private int first;
  private boolean ended;

  /**
   * @param codeSize bits of an index
   * @param out receives the indexes
   */
  GifLzw(int codeSize, byte[] out) {
    firstWidth = codeSize + 1;
    this.out = out;
    clearCode = isValid() ? 1 << codeSize : 0;
    clear();
  }

  boolean isValid() {
    return firstWidth > 1 && firstWidth <= MAX_FIRST_WIDTH;
  }

  boolean isFull() {
    return length == out.length;
  }

  private void clear() {
    width = firstWidth;
    codes = clearCode + 2;
    previous = NONE;
  }

  /** Takes a part of the data; false when it makes no sense. */
  boolean take(ByteBuffer data) {
    while (data.hasRemaining() && !isFull() && !ended) {
      bits |= (data.get() & 0xFF) << bitCount;
      bitCount += Byte.SIZE;
      while (bitCount >= width && !isFull() && !ended) {
        int code = bits & ((1 << width) - 1);
        bits >>>= width;
        bitCount -= width;
        if (!take(code)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean take(int code) {
    if (code == clearCode) {
      clear();
      return true;
    }
    if (code == clearCode + 1) {
      ended = true;
      return true;
    }
    boolean unseen = code == codes && previous != NONE;
    if (code > codes || (code >= clearCode && !unseen && code >= codes)) {
      return false;
    }
    write(unseen ? previous : code, unseen);
    if (previous != NONE && codes < MAX_CODES) {
      prefixes[codes] = (short) previous;
      suffixes[codes] = (byte) first;
      codes++;
      if (codes == 1 << width && width < MAX_WIDTH) {
        width++;
      }
    }
    previous = code;
    return true;
  }

  /**
   * Writes what a code stands for, and the first index of it again when the code is not in the
   * table yet.
   */
  private void write(int code, boolean again) {
    int depth = 0;
    int at = code;
    while (at > clearCode) {
      stack[depth++] = suffixes[at];
      at = prefixes[at];
    }
    first = at;
    stack[depth++] = (byte) at;
    while (depth > 0 && !isFull()) {
      out[length++] = stack[--depth];
    }
    if (again && !isFull()) {
      out[length++] = (byte) first;
    }
  }
}
