package io.pcr.reader.internal;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.OnDamage;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A range of a source that is read into one buffer, and may end sooner than the source says.
 * Positions are those of the buffer. Immutable.
 */
record SourceRange(ByteSource source, long start, int length, ReaderContext context) {
  /** Fills a buffer that is at position 0. */
  interface Filling {
    PrefixData fill(ByteBuffer buffer) throws IOException;
  }

  /** Where the range ends by the length of the source, which must cost nothing to know. */
  int knownEnd() throws IOException {
    int end = (int) Math.max(0, Math.min(length, source.length() - start));
    requireWhole(end);
    return end;
  }

  /** Takes a buffer for the range, which is given back if the filling fails. */
  PrefixData read(int end, Filling filling) throws IOException {
    ByteBuffer buffer = context.buffers().take(end, Prefix.location(source));
    PrefixData data = null;
    try {
      data = filling.fill(buffer.limit(end));
      return data;
    } finally {
      if (data == null) {
        context.buffers().giveBack(buffer);
      }
    }
  }

  /**
   * Reads from the buffer's position to a limit.
   *
   * @param hoped where the range was thought to end
   * @return where it ends: nearer, when the source did
   */
  int readTo(int limit, ByteBuffer buffer, int hoped) throws IOException {
    int position = buffer.position();
    try {
      source.readFully(start + position, buffer.limit(limit));
      return hoped;
    } catch (PcrException.Truncated e) {
      long available = e.offset() + e.available() - start;
      int end = (int) Math.max(position, Math.min(available, hoped - 1L));
      requireWhole(end);
      buffer.limit(end).position(position);
      return end;
    }
  }

  /** A source that ends early is a failure where damage is one, else fewer groups or samples. */
  private void requireWhole(int end) throws PcrException.Truncated {
    if (end < length && context.options().onDamage() == OnDamage.FAIL) {
      throw SourceReads.truncated(source, start, length, start + end);
    }
  }
}
