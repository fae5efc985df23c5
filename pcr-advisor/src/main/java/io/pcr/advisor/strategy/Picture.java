package io.pcr.advisor.strategy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An image on its way through the steps: a file, or pixels. Its memory is kept and used again. For
 * one thread at a time.
 */
public final class Picture {
  /** What the bytes are. */
  public enum Kind {
    /** An image file, as it is stored. */
    FILE(0),
    /** Pixels of one byte a channel, channels interleaved, rows from the top without padding. */
    UINT8(Byte.BYTES),
    /** The same with a little-endian float of 32 bits for each channel. */
    FLOAT32(Float.BYTES);

    private final int channelBytes;

    Kind(int channelBytes) {
      this.channelBytes = channelBytes;
    }

    /** Bytes of one channel of a pixel; 0 of files, which have none. */
    public int channelBytes() {
      return channelBytes;
    }
  }

  private Kind kind = Kind.FILE;
  private int width;
  private int height;
  private int channels;
  private ByteBuffer bytes = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

  /** What the bytes are. */
  public Kind kind() {
    return kind;
  }

  /** In pixels; 0 of a file. */
  public int width() {
    return width;
  }

  /** In pixels; 0 of a file. */
  public int height() {
    return height;
  }

  /** 1 or 3; 0 of a file. */
  public int channels() {
    return channels;
  }

  /** How many bytes there are. */
  public int length() {
    return bytes.limit();
  }

  /** All bytes, direct, from position 0 to the limit; a view, in little-endian order. */
  public ByteBuffer bytes() {
    return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).position(0);
  }

  /**
   * Makes this a file.
   *
   * @return where its bytes are to be put, from position 0 to the limit
   */
  public ByteBuffer becomeFile(int length) {
    return become(Kind.FILE, 0, 0, 0, length);
  }

  /**
   * Makes this a picture of pixels.
   *
   * @param kind not {@link Kind#FILE}
   * @param width at least 1
   * @param height at least 1
   * @param channels 1 or 3
   * @return where the pixels are to be put, direct, from position 0 to the limit
   */
  public ByteBuffer becomePixels(Kind kind, int width, int height, int channels) {
    if (kind == Kind.FILE || width < 1 || height < 1 || (channels != 1 && channels != 3)) {
      throw new IllegalArgumentException(
          "pixels of " + kind + ", " + width + " x " + height + " x " + channels);
    }
    int length =
        Math.multiplyExact(
            Math.multiplyExact(width, height), Math.multiplyExact(channels, kind.channelBytes));
    return become(kind, width, height, channels, length);
  }

  private ByteBuffer become(Kind newKind, int newWidth, int newHeight, int newChannels, int size) {
    if (bytes.capacity() < size) {
      bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.LITTLE_ENDIAN);
    }
    bytes.clear().limit(size);
    kind = newKind;
    width = newWidth;
    height = newHeight;
    channels = newChannels;
    return bytes();
  }

  /** Makes this equal to another picture, whose bytes are copied. */
  public void copy(Picture other) {
    become(other.kind, other.width, other.height, other.channels, other.length())
        .put(other.bytes());
  }

  @Override
  public String toString() {
    return kind == Kind.FILE
        ? "a file of " + length() + " bytes"
        : width + " x " + height + " x " + channels + " " + kind;
  }
}
