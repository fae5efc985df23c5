package io.pcr.format.internal.jpeg;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A JPEG file's markers, in order. Every byte before {@link #end()} is in exactly one segment or
 * one scan's entropy-coded data, or is junk before the first marker. Immutable as long as the bytes
 * are; thread-safe.
 *
 * <p>Offsets count from the position that the scanned buffer had.
 *
 * @param source the input's name, for messages
 * @param bytes a read-only view of the scanned bytes; valid as long as the caller's buffer is
 * @param start the offset of SOI; what is before it is junk
 * @param end the offset behind EOI, or the length of the bytes when there is no EOI
 * @param hasEoi false when the file ends, or is cut, before its EOI
 */
public record JpegStructure(
    String source,
    ByteBuffer bytes,
    int start,
    List<Segment> segments,
    List<Frame> frames,
    List<JpegScan> scans,
    int end,
    boolean hasEoi) {
  public JpegStructure {
    bytes = bytes.asReadOnlyBuffer();
    segments = List.copyOf(segments);
    frames = List.copyOf(frames);
    scans = List.copyOf(scans);
  }

  /**
   * A read-only view of the scanned bytes from the first to the last, with a position of its own.
   */
  @Override
  public ByteBuffer bytes() {
    return bytes.duplicate();
  }

  /** The first frame; others follow it only in hierarchical files. */
  public Frame frame() {
    return frames.get(0);
  }
}
