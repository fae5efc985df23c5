package io.pcr.tfrecord.internal.compression;

import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The compressed bytes of a file, chunk by chunk, in one reused buffer. Not thread-safe. */
final class CompressedInput {
  private final ByteSource source;
  private final long length;
  private final ByteBuffer chunk;
  private long nextChunk;

  CompressedInput(ByteSource source, long position, int chunkBytes) throws IOException {
    this.source = source;
    this.length = source.length();
    this.chunk =
        ByteBuffer.allocateDirect((int) Math.min(chunkBytes, Math.max(1, length - position)));
    this.nextChunk = position;
    chunk.limit(0);
  }

  /** The bytes at hand, at least one of them unless the file has ended. */
  ByteBuffer fill() throws IOException {
    if (!chunk.hasRemaining() && nextChunk < length) {
      chunk.clear().limit((int) Math.min(chunk.capacity(), length - nextChunk));
      int count = chunk.remaining();
      try {
        source.readFully(nextChunk, chunk);
      } finally {
        chunk.flip();
      }
      nextChunk += count;
    }
    return chunk;
  }

  /** The next unused bytes, which stay unused; as many as asked for, unless the file has ended. */
  ByteBuffer peek(int most) throws IOException {
    int count = (int) Math.min(most, length - position());
    ByteBuffer bytes = ByteBuffer.allocate(count);
    if (chunk.remaining() >= count) {
      bytes.put(chunk.slice(chunk.position(), count));
    } else {
      source.readFully(position(), bytes);
    }
    return bytes.flip();
  }

  /** Where in the file the next unused byte is. */
  long position() {
    return nextChunk - chunk.remaining();
  }

  long length() {
    return length;
  }

  @Override
  public String toString() {
    return source.toString();
  }
}
