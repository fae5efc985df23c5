package io.pcr.writer.encode;

import java.nio.ByteBuffer;
import java.util.List;

/** How a sample's original file can be had again. Buffers are read-only from here on. */
public sealed interface Original {
  /** Bytes kept for it, before compression. */
  long bytes();

  /** Not at all. */
  record Lost() implements Original {
    @Override
    public long bytes() {
      return 0;
    }
  }

  /** It is the sample at full fidelity. */
  record Same() implements Original {
    @Override
    public long bytes() {
      return 0;
    }
  }

  /**
   * Its coefficients are coded again between these bytes of it.
   *
   * @param segments all of it that is not entropy-coded data
   */
  record Recipe(List<ByteBuffer> segments) implements Original {
    public Recipe {
      segments = List.copyOf(segments);
    }

    @Override
    public long bytes() {
      return segments.stream().mapToLong(ByteBuffer::remaining).sum();
    }
  }

  /**
   * It is a zstd frame whose dictionary is what a recipe gives.
   *
   * @param segments of the recipe
   * @param frame the difference
   */
  record Patch(List<ByteBuffer> segments, ByteBuffer frame) implements Original {
    public Patch {
      segments = List.copyOf(segments);
    }

    @Override
    public long bytes() {
      return segments.stream().mapToLong(ByteBuffer::remaining).sum() + frame.remaining();
    }
  }

  /** It is kept whole. */
  record Whole(ByteBuffer file) implements Original {
    @Override
    public long bytes() {
      return file.remaining();
    }
  }
}
