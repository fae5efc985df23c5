package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every file cut at every length. */
class TruncationTest {
  /** Covers G-1, R-PREFIX-1, R-HEAD-8. */
  @Test
  void shardCutAtAnyLengthReadsAtEveryFidelityThatItHolds() throws IOException {
    long cuts = 0;
    for (Map.Entry<String, byte[]> entry : DamageFiles.shards().entrySet()) {
      byte[] file = entry.getValue();
      ShardFile whole = ShardFile.open(Everything.source(file), Limits.DEFAULT);
      for (int length = 0; length < file.length; length++) {
        assertCut(whole, file, length);
      }
      cuts += file.length;
    }
    Programme.T1.passed("shards made for it", cuts);
  }

  private static void assertCut(ShardFile whole, byte[] file, int length) throws IOException {
    ByteSource cut = Everything.source(Arrays.copyOf(file, length));
    int groups = whole.layout().groupsWithin(length);
    if (groups < 0) {
      assertThrows(PcrException.Truncated.class, () -> ShardFile.open(cut, Limits.DEFAULT));
      return;
    }
    ShardFile shard = ShardFile.open(cut, Limits.DEFAULT);
    assertEquals(whole.metadata().flatBuffer(), shard.metadata().flatBuffer());
    ShardMetadata metadata = shard.metadata();
    for (int group = 1; group <= metadata.groupCount(); group++) {
      long end = shard.layout().prefixLength(group);
      assertEquals(group <= groups, end <= length);
      for (int sample = 0; sample < metadata.sampleCount() && group <= groups; sample++) {
        long position = shard.layout().slicePosition(group, sample);
        ByteBuffer slice = ByteBuffer.allocate(metadata.sliceLength(group, sample));
        cut.readFully(position, slice);
        int from = (int) position;
        assertEquals(ByteBuffer.wrap(file, from, slice.capacity()), slice.flip());
        assertTrue(position + slice.capacity() <= end);
      }
    }
    assertThrows(PcrException.Truncated.class, () -> shard.requireComplete(cut));
  }

  /** Covers R-MANIFEST-1. */
  @Test
  void manifestCutAtAnyLengthIsTruncated() {
    byte[] file = DamageFiles.manifest();
    for (int length = 0; length < file.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(file, 0, length);
      assertThrows(PcrException.Truncated.class, () -> Manifest.decode(cut, "cut", Limits.DEFAULT));
    }
    Programme.T1.passed("manifest made for it", file.length);
  }
}
