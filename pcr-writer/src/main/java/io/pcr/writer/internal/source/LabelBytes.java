package io.pcr.writer.internal.source;

import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** A label, or none, as the files of a run keep it: whether there is one, then its value. */
public final class LabelBytes {
  public static final int LENGTH = 1 + Long.BYTES;

  private LabelBytes() {}

  /** Writes a label at the buffer's position. */
  public static ByteBuffer put(ByteBuffer out, OptionalLong label) {
    return out.put((byte) (label.isPresent() ? 1 : 0)).putLong(label.orElse(0));
  }

  /** Reads a label at the buffer's position. */
  public static OptionalLong get(ByteBuffer in) {
    boolean isPresent = in.get() != 0;
    long label = in.getLong();
    return isPresent ? OptionalLong.of(label) : OptionalLong.empty();
  }
}
