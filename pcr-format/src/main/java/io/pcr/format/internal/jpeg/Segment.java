package io.pcr.format.internal.jpeg;

/**
 * A marker and what belongs to it, or a stretch of junk between markers. Immutable.
 *
 * @param marker the code, or {@link Marker#JUNK}
 * @param offset of the first byte, which is the first of any fill bytes before the marker
 * @param length of everything: fill bytes, marker, length field, content
 * @param payloadOffset of the content behind marker and length field
 */
public record Segment(int marker, int offset, int length, int payloadOffset) {
  public Segment {
    if (offset < 0 || length < 1 || payloadOffset < offset || payloadOffset > offset + length) {
      throw new IllegalArgumentException(
          "segment at " + offset + " of " + length + " bytes with its payload at " + payloadOffset);
    }
  }

  /** The offset behind the last byte. */
  public int end() {
    return offset + length;
  }

  public int payloadLength() {
    return end() - payloadOffset;
  }
}
