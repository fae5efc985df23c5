package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.KeySegmentLayout;
import io.pcr.format.internal.keys.NumberedShards;
import io.pcr.format.manifest.KeySegment;
import io.pcr.reader.internal.keys.SegmentSearch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Segments of the index of keys, read whole and looked into, as they are and mended. */
class KeySegmentFuzzTest {
  private static final int SHARDS = 5;
  private static final int SAMPLES = 1000;

  static Stream<Arguments> seeds() {
    return Seeds.vectors(".pcrk");
  }

  @MethodSource("seeds")
  @FuzzTest
  void keySegment(byte[] file) {
    byte[] mended = Mending.keySegment(file);
    FuzzRead.refuses(() -> readWhole(file));
    FuzzRead.refuses(() -> lookUp(file));
    FuzzRead.refuses(() -> readWhole(mended));
    FuzzRead.refuses(() -> lookUp(mended));
  }

  /** A manifest that lists what the head says; empty where there is none. */
  private static List<KeySegment> listed(byte[] file) throws IOException {
    if (file.length < KeySegmentLayout.LENGTH) {
      return List.of();
    }
    ByteBuffer head = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    try {
      return List.of(
          new KeySegment(
              "fuzzed",
              Integer.toUnsignedLong(head.getInt(KeySegmentLayout.PAGE_COUNT_OFFSET)),
              head.getShort(KeySegmentLayout.ENTRY_LENGTH_OFFSET),
              head.getLong(KeySegmentLayout.ENTRY_COUNT_OFFSET),
              head.getInt(KeySegmentLayout.SEGMENT_CRC32C_OFFSET)));
    } catch (InvalidFieldException e) {
      throw e.in(new Origin("fuzzed", 0));
    }
  }

  private static void readWhole(byte[] file) throws IOException {
    for (KeySegment segment : listed(file)) {
      ByteBuffer uuid = ByteBuffer.wrap(file).position(KeySegmentLayout.DATASET_UUID_OFFSET);
      List<KeyEntry> entries = new ArrayList<>();
      KeySegmentFile opened = new KeySegmentFile(Seeds.source(file), segment);
      opened.check(new UUID(uuid.getLong(), uuid.getLong()), (entry, origin) -> entries.add(entry));
      assertEquals(segment.entryCount(), entries.size());
      for (KeyEntry entry : entries.subList(0, Math.min(SHARDS, entries.size()))) {
        assertTrue(opened.pageOf(entry.hash()).withHash(entry.hash()).contains(entry));
      }
    }
  }

  private static void lookUp(byte[] file) throws IOException {
    NumberedShards shards = number -> number < SHARDS ? SAMPLES : NumberedShards.NOT_LISTED;
    try (SegmentSearch search =
        new SegmentSearch(name -> Seeds.source(file), listed(file), shards)) {
      for (int sample = 0; sample < SHARDS; sample++) {
        String key = "a/" + sample + ".jpg";
        for (KeyEntry found : search.candidates(key)) {
          assertEquals(KeyHash.of(key), found.hash());
          assertTrue(found.shardNumber() < SHARDS, found::toString);
          assertTrue(found.ordinal() < SAMPLES, found::toString);
        }
      }
    }
  }
}
