package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.manifest.PlainName;

/**
 * What a manifest says of a segment of the index of keys (spec section "Index of keys"). Immutable.
 *
 * @param name of its file
 * @param pageCount from 1, a u32
 * @param entryLength {@link #SHORT_ENTRY}, or {@link #LONG_ENTRY} where it has places of TFRecords
 * @param entryCount of all its pages
 * @param segmentCrc32c the checksum of its head
 */
public record KeySegment(
    String name, long pageCount, int entryLength, long entryCount, int segmentCrc32c) {
  /** Bytes of an entry without a place. */
  public static final int SHORT_ENTRY = 16;

  /** Bytes of an entry with a place. */
  public static final int LONG_ENTRY = 32;

  /** How many segments a dataset has at most. */
  public static final int MAX_SEGMENTS = 8;

  private static final long MAX_U32 = 0xFFFF_FFFFL;

  public KeySegment {
    PlainName.require(name, "KeySegment.name");
    requireRange("KeySegment.page_count", pageCount, 1, MAX_U32);
    InvalidFieldException.require(
        entryLength == SHORT_ENTRY || entryLength == LONG_ENTRY,
        ErrorCode.MALFORMED,
        "KeySegment.entry_length",
        entryLength,
        SHORT_ENTRY + " or " + LONG_ENTRY);
    requireRange("KeySegment.entry_count", entryCount, 0, Long.MAX_VALUE);
  }
}
