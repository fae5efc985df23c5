package io.pcr.codecs.internal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory in which a native call leaves its answer; laid out as {@code jpeg/report.h} says. Not
 * thread-safe; valid until the session's next call.
 */
public final class JpegReport {
  /** Numbers of 64 bits, in the order of the native enumeration. */
  public enum Slot {
    WIDTH(0),
    HEIGHT(1),
    COMPONENTS(2),
    COLOR_SPACE(3),
    SOF_MARKER(4),
    RESTART_INTERVAL(5),
    JFIF_SEEN(6),
    ADOBE_TRANSFORM(7),
    ORIENTATION(8),
    ICC_ADDRESS(9),
    ICC_LENGTH(10),
    SOURCE_SCANS(11),
    SOURCE_END(12),
    SOURCE_HAS_EOI(13),
    OUTPUT_WIDTH(14),
    OUTPUT_HEIGHT(15),
    OUTPUT_LENGTH(16),
    OUTPUT_SPILLED(17),
    SCAN_COUNT(18),
    REPRODUCTION(19),
    MISMATCH_OFFSET(20),
    ENTROPY_COUNT(21),
    WARNING_COUNT(22),
    ERROR_REASON(23),
    ERROR_OFFSET(24),
    ERROR_NEEDED(25),
    ERROR_LIMIT(26),
    ERROR_QUANTITY(27);

    private static final int COUNT = values().length;

    private final int offset;

    Slot(int index) {
      offset = Long.BYTES * index;
    }
  }

  private static final int SCAN_ENDS_CAPACITY = 128;
  private static final int SCAN_ENDS_OFFSET = Long.BYTES * Slot.COUNT;
  private static final int ENTROPY_RANGES_OFFSET =
      SCAN_ENDS_OFFSET + Long.BYTES * SCAN_ENDS_CAPACITY;
  private static final int ERROR_TEXT_OFFSET =
      ENTROPY_RANGES_OFFSET + 2 * Long.BYTES * SCAN_ENDS_CAPACITY;
  private static final int TEXT_LENGTH = 256;
  private static final int WARNINGS_KEPT = 16;
  private static final int WARNINGS_OFFSET = ERROR_TEXT_OFFSET + TEXT_LENGTH;
  private static final int LENGTH = WARNINGS_OFFSET + WARNINGS_KEPT * TEXT_LENGTH;

  private final ByteBuffer block = ByteBuffer.allocateDirect(LENGTH).order(ByteOrder.nativeOrder());

  JpegReport() {}

  ByteBuffer block() {
    return block;
  }

  public long get(Slot slot) {
    return block.getLong(slot.offset);
  }

  public int getInt(Slot slot) {
    return Math.toIntExact(get(slot));
  }

  public boolean isSet(Slot slot) {
    return get(slot) != 0;
  }

  /** Where scan {@code index} of the output ends. */
  public int scanEnd(int index) {
    return Math.toIntExact(block.getLong(SCAN_ENDS_OFFSET + Long.BYTES * index));
  }

  /** Where the entropy-coded segment {@code index} of the source begins. */
  public int entropyStart(int index) {
    return Math.toIntExact(block.getLong(ENTROPY_RANGES_OFFSET + 2 * Long.BYTES * index));
  }

  /** Where the entropy-coded segment {@code index} of the source ends. */
  public int entropyEnd(int index) {
    return Math.toIntExact(
        block.getLong(ENTROPY_RANGES_OFFSET + 2 * Long.BYTES * index + Long.BYTES));
  }

  String errorText() {
    return text(ERROR_TEXT_OFFSET);
  }

  /** What libjpeg warned of: the first texts, and a last one that counts the others. */
  public List<String> warnings() {
    long count = get(Slot.WARNING_COUNT);
    if (count == 0) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < Math.min(count, WARNINGS_KEPT); i++) {
      texts.add(text(WARNINGS_OFFSET + i * TEXT_LENGTH));
    }
    if (count > WARNINGS_KEPT) {
      texts.add((count - WARNINGS_KEPT) + " more warnings");
    }
    return List.copyOf(texts);
  }

  private String text(int offset) {
    byte[] bytes = new byte[TEXT_LENGTH];
    block.get(offset, bytes);
    int length = 0;
    while (length < TEXT_LENGTH && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
