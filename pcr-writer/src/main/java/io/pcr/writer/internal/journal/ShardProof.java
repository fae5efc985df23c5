package io.pcr.writer.internal.journal;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * By what a run knows a shard that it wrote: its length and the CRC-32C of each half. A file of the
 * same name and length with one of the halves is that shard, damaged in the other; of any other
 * file a run does not say that it is its own. Immutable.
 */
public record ShardProof(long length, int firstHalf, int secondHalf) {
  private static final int READ_BYTES = 1 << 20;
  private static final String SEPARATOR = ":";
  private static final int RADIX = 16;

  /** Reads a shard. */
  public static ShardProof of(ByteSource shard) throws IOException {
    long length = shard.length();
    ByteBuffer buffer = ByteBuffer.allocateDirect((int) Math.min(READ_BYTES, length));
    return new ShardProof(
        length, crc(shard, 0, length / 2, buffer), crc(shard, length / 2, length, buffer));
  }

  private static int crc(ByteSource shard, long start, long end, ByteBuffer buffer)
      throws IOException {
    CRC32C crc = new CRC32C();
    for (long at = start; at < end; at += buffer.limit()) {
      buffer.clear().limit((int) Math.min(buffer.capacity(), end - at));
      shard.readFully(at, buffer);
      crc.update(buffer.flip());
    }
    return (int) crc.getValue();
  }

  /** Whether a file, which may be anything or not be there, is the shard as it was written. */
  public boolean isWhole(Path file) throws IOException {
    return hasLength(file) && equals(of(file));
  }

  /** Whether a file is the shard, damaged or not. */
  public boolean isOf(Path file) throws IOException {
    if (!hasLength(file)) {
      return false;
    }
    ShardProof found = of(file);
    return found.firstHalf == firstHalf || found.secondHalf == secondHalf;
  }

  private boolean hasLength(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) == length;
  }

  private static ShardProof of(Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      return of(source);
    }
  }

  String toText() {
    return String.join(
        SEPARATOR,
        Long.toString(length),
        Integer.toHexString(firstHalf),
        Integer.toHexString(secondHalf));
  }

  static ShardProof parse(String text) {
    String[] parts = text.split(SEPARATOR, 3);
    return new ShardProof(
        Long.parseLong(parts[0]),
        Integer.parseUnsignedInt(parts[1], RADIX),
        Integer.parseUnsignedInt(parts[2], RADIX));
  }
}
