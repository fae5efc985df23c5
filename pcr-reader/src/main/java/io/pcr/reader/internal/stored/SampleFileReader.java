package io.pcr.reader.internal.stored;

import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.work.ClaimedMemory;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads the files of samples at full fidelity, one after the other, into one buffer that grows. For
 * one thread; holds no file open.
 */
public final class SampleFileReader {
  private static final int FIRST_LENGTH = 1 << 20;

  private final ShardFile shard;
  private final ByteSource source;
  private final Limits limits;
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  /**
   * A reader of a shard's samples.
   *
   * @param source stays open as long as files are read; the caller closes it
   */
  public SampleFileReader(ShardFile shard, ByteSource source, Limits limits) {
    this.shard = shard;
    this.source = source;
    this.limits = limits;
  }

  /**
   * Reads a sample's file, and compares no checksum.
   *
   * @return valid until the next call
   * @throws io.pcr.format.error.PcrException.LimitExceeded when it is larger than the limits allow
   */
  public ByteBuffer read(int sample) throws IOException {
    return file(SampleSlices.all(shard, sample), false);
  }

  /**
   * As {@link #read}, comparing each slice with its checksum.
   *
   * @throws io.pcr.format.error.PcrException.Corrupt when one is damaged
   */
  public ByteBuffer readChecked(int sample) throws IOException {
    return file(SampleSlices.all(shard, sample), true);
  }

  private ByteBuffer file(SampleSlices slices, boolean isChecked) throws IOException {
    ByteBuffer end = SampleFile.end(shard.metadata().encoding(slices.sample()));
    int length = slices.checkedLength(limits, source.toString());
    grow(length + end.remaining(), slices);
    slices.read(source, buffer.clear());
    if (isChecked) {
      slices.check(buffer, source.toString());
    }
    return buffer.clear().position(length).put(end).flip();
  }

  private void grow(int length, SampleSlices slices) throws IOException {
    if (length > buffer.capacity()) {
      int capacity = Math.max(FIRST_LENGTH, length);
      buffer = ClaimedMemory.direct(capacity, slices.location(source.toString()));
    }
  }
}
