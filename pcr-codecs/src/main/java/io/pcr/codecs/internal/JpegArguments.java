package io.pcr.codecs.internal;

import java.util.List;

/**
 * Arguments of a native call: an array laid out like the {@code ...Args} structures of {@code
 * native/src/jpeg}. The session fills in the first three, which say where the output goes.
 */
public final class JpegArguments {
  static final int OUTPUT_ADDRESS = 0;
  static final int OUTPUT_CAPACITY = 1;
  static final int OUTPUT_LIMIT = 2;
  private static final int FIRST_FREE = 3;
  private static final int MAX_AIMS = 64;

  /** One number of a structure. */
  public interface Argument {
    /** Where it stands in the array; the native structures have the order of the enumerations. */
    int index();
  }

  /** {@code TranscodeArgs} behind the output. */
  public enum Transcode implements Argument {
    MARKER_POLICY(FIRST_FREE),
    ESSENTIAL_ICC(FIRST_FREE + 1),
    REPRODUCE(FIRST_FREE + 2),
    PREFERENCE(FIRST_FREE + 3),
    WAY(FIRST_FREE + 4),
    MIDPOINT(FIRST_FREE + 5),
    SHORTER_SIDE(FIRST_FREE + 6),
    AIM_COUNT(FIRST_FREE + 7);

    private final int index;

    Transcode(int index) {
      this.index = index;
    }

    @Override
    public int index() {
      return index;
    }
  }

  /** {@code DecodeArgs} behind the output. */
  public enum Decode implements Argument {
    CHANNELS(FIRST_FREE),
    SCALE(FIRST_FREE + 1),
    BLOCK_SMOOTHING(FIRST_FREE + 2),
    FAST_DCT(FIRST_FREE + 3),
    PLAIN_UPSAMPLING(FIRST_FREE + 4),
    CROP_X(FIRST_FREE + 5),
    CROP_Y(FIRST_FREE + 6),
    CROP_WIDTH(FIRST_FREE + 7),
    CROP_HEIGHT(FIRST_FREE + 8),
    ROW_STRIDE(FIRST_FREE + 9),
    MIDPOINT(FIRST_FREE + 10);

    private final int index;

    Decode(int index) {
      this.index = index;
    }

    @Override
    public int index() {
      return index;
    }
  }

  /** {@code EncodeArgs} behind the output. */
  public enum Encode implements Argument {
    PIXELS(FIRST_FREE),
    WIDTH(FIRST_FREE + 1),
    HEIGHT(FIRST_FREE + 2),
    ROW_STRIDE(FIRST_FREE + 3),
    INPUT_SPACE(FIRST_FREE + 4),
    CODED_SPACE(FIRST_FREE + 5),
    QUALITY(FIRST_FREE + 6),
    FULL_RANGE_TABLES(FIRST_FREE + 7),
    H_FACTOR(FIRST_FREE + 8),
    V_FACTOR(FIRST_FREE + 9),
    OPTIMIZE(FIRST_FREE + 10),
    PROGRESSIVE(FIRST_FREE + 11),
    ARITHMETIC(FIRST_FREE + 12),
    RESTART_INTERVAL(FIRST_FREE + 13),
    NO_JFIF(FIRST_FREE + 14),
    NO_ADOBE(FIRST_FREE + 15),
    FAST_DCT(FIRST_FREE + 16),
    SCANS(FIRST_FREE + 17);

    private final int index;

    Encode(int index) {
      this.index = index;
    }

    @Override
    public int index() {
      return index;
    }
  }

  private final long[] values;

  private JpegArguments(int count) {
    values = new long[FIRST_FREE + count];
  }

  public static JpegArguments forTranscode() {
    return new JpegArguments(Transcode.values().length + MAX_AIMS);
  }

  public static JpegArguments forDecode() {
    return new JpegArguments(Decode.values().length);
  }

  public static JpegArguments forEncode() {
    return new JpegArguments(Encode.values().length);
  }

  /** For a call that has an output and nothing else. */
  public static JpegArguments forOutputOnly() {
    return new JpegArguments(0);
  }

  public JpegArguments set(Argument name, long value) {
    values[name.index()] = value;
    return this;
  }

  public JpegArguments set(Argument name, boolean value) {
    return set(name, value ? 1 : 0);
  }

  /** What the groups of a transcode are to bring. */
  public JpegArguments setAims(List<Integer> aims) {
    set(Transcode.AIM_COUNT, aims.size());
    for (int i = 0; i < aims.size(); i++) {
      values[FIRST_FREE + Transcode.values().length + i] = aims.get(i);
    }
    return this;
  }

  JpegArguments output(long address, long capacity, long limit) {
    values[OUTPUT_ADDRESS] = address;
    values[OUTPUT_CAPACITY] = capacity;
    values[OUTPUT_LIMIT] = limit;
    return this;
  }

  long[] values() {
    return values;
  }
}
