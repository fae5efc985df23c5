package io.pcr.format.jpeg;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * An original file taken apart for restoring: the entropy-coded data of its scans, and everything
 * else. Literals and entropy-coded ranges alternate and begin and end with a literal, so there is
 * one literal more; the last may be empty. Together they are the whole file. Immutable and
 * thread-safe.
 */
public record OriginalSegments(List<Range> literals, List<Range> entropyCoded) {
  /** A range of the file. */
  public record Range(int offset, int length) {
    public Range {
      if (offset < 0 || length < 0 || offset > Integer.MAX_VALUE - length) {
        throw new IllegalArgumentException("range of " + length + " bytes at " + offset);
      }
    }

    public int end() {
      return offset + length;
    }

    /** A read-only view of the range; valid as long as the file's bytes are. */
    public ByteBuffer of(ByteBuffer file) {
      return file.asReadOnlyBuffer().slice().slice(offset, length);
    }
  }

  public OriginalSegments {
    literals = List.copyOf(literals);
    entropyCoded = List.copyOf(entropyCoded);
    if (literals.size() != entropyCoded.size() + 1) {
      throw new IllegalArgumentException(
          literals.size() + " literals around " + entropyCoded.size() + " entropy-coded ranges");
    }
  }

  /** Takes a scanned file apart; junk, what follows EOI, and a missing EOI included. */
  public static OriginalSegments of(JpegStructure original) {
    List<Range> literals = new ArrayList<>();
    List<Range> entropyCoded = new ArrayList<>();
    int from = 0;
    for (JpegScan scan : original.scans()) {
      literals.add(new Range(from, scan.entropyOffset() - from));
      entropyCoded.add(new Range(scan.entropyOffset(), scan.entropyLength()));
      from = scan.entropyEnd();
    }
    literals.add(new Range(from, original.bytes().limit() - from));
    return new OriginalSegments(literals, entropyCoded);
  }

  /** Bytes of all literals together. */
  public int literalLength() {
    return literals.stream().mapToInt(Range::length).sum();
  }

  /** Bytes of all entropy-coded data together. */
  public int entropyCodedLength() {
    return entropyCoded.stream().mapToInt(Range::length).sum();
  }
}
