package io.pcr.reader.internal;

import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.reader.internal.stored.SliceChecksums;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Compares the slices of a prefix with their checksums in the order of the file, following the
 * read: a slice that has just come is still in the processor's cache. Says only which samples are
 * clean; what is wrong with the others is for others to say. For one thread until it has ended.
 */
final class SliceSweep {
  private final ShardMetadata metadata;
  private final int lastGroup;
  private final BitSet mismatched = new BitSet();
  private final SliceChecksums checksums;
  private int group = 1;
  private int sample;
  private int position;

  /**
   * @param bytes the prefix, from index 0
   * @param lastGroup the last group of the prefix
   */
  SliceSweep(ShardFile file, ByteBuffer bytes, int lastGroup) {
    this.metadata = file.metadata();
    this.checksums = new SliceChecksums(file.metadata(), bytes);
    this.lastGroup = lastGroup;
    // Groups follow one another without a gap; columns stand before the first.
    if (metadata.sampleCount() > 0) {
      position = (int) file.layout().slicePosition(1, 0);
    } else {
      group = lastGroup + 1;
    }
  }

  /** Goes on as far as the first {@code available} bytes reach. */
  void advance(int available) {
    int samples = metadata.sampleCount();
    while (group <= lastGroup) {
      int length = metadata.sliceLength(group, sample);
      if (length > available - position) {
        return;
      }
      if (!checksums.matches(group, sample, position)) {
        mismatched.set(sample);
      }
      position += length;
      sample++;
      if (sample == samples) {
        sample = 0;
        group++;
      }
    }
  }

  /** Whether every slice of a sample is there and as it should be. */
  boolean isClean(int wanted) {
    return group > lastGroup && !mismatched.get(wanted);
  }
}
