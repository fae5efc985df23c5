package io.pcr.writer.internal.publish;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.ShardKeys;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeyPage;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.manifest.KeySegment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Proves that no key of new samples is another sample's key too (spec section "Manifest"). Samples
 * whose keys have the same hash are compared by their keys; there are hardly any others, so no
 * shard but theirs is read. For one thread.
 */
final class UniqueKeys {
  private static final int SHOWN_KEY_LENGTH = 200;

  private final RootShards shards;

  /**
   * @param shards of the dataset, new ones too
   */
  UniqueKeys(RootShards shards) {
    this.shards = shards;
  }

  /**
   * Compares new samples with one another.
   *
   * @throws PcrException.Corrupt naming both samples when two have one key
   */
  void requireAmong(KeyEntries added) throws IOException {
    List<KeyEntry> same = new ArrayList<>();
    try (KeyEntries.Sorted sorted = added.sorted()) {
      for (KeyEntry entry = sorted.next(); entry != null; entry = sorted.next()) {
        if (!same.isEmpty() && same.get(0).hash() != entry.hash()) {
          same.clear();
        }
        for (KeyEntry other : same) {
          requireDifferent(other, entry);
        }
        same.add(entry);
      }
    }
  }

  /** Compares new samples with those of a segment, of which each page is read at most once. */
  void requireNotIn(KeySegmentFile segment, KeyEntries added) throws IOException {
    KeySegment listed = segment.segment();
    long number = -1;
    KeyPage page = null;
    try (KeyEntries.Sorted sorted = added.sorted()) {
      for (KeyEntry entry = sorted.next(); entry != null; entry = sorted.next()) {
        long wanted = KeyHash.page(entry.hash(), listed.pageCount());
        if (wanted != number) {
          page = DamagedSegmentException.reading(() -> segment.page(wanted));
          number = wanted;
        }
        for (KeyEntry known : page.withHash(entry.hash())) {
          requireDifferent(known, entry);
        }
      }
    }
  }

  private void requireDifferent(KeyEntry known, KeyEntry added) throws IOException {
    OptionalInt other = shards.position(known.shardNumber());
    if (other.isEmpty() || known.ordinal() >= shards.entry(other.getAsInt()).sampleCount()) {
      return; // Of a shard that was taken out; or damage, which those who read it notice.
    }
    int own = shards.position(added.shardNumber()).orElseThrow();
    String key = key(own, added.ordinal());
    if (key.equals(key(other.getAsInt(), known.ordinal()))) {
      String name = shards.entry(own).name();
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new FieldLocation("Index.key", added.ordinal(), name),
          "\"" + shown(key) + "\" in sample " + added.ordinal() + " of " + name,
          "unique, but it is also sample "
              + known.ordinal()
              + " of "
              + shards.entry(other.getAsInt()).name());
    }
  }

  private String key(int position, long ordinal) throws IOException {
    KeyAt at = new KeyAt(ordinal);
    shards.keys(position).forEachSample(at);
    return at.key;
  }

  private static String shown(String key) {
    return key.substring(0, Math.min(key.length(), SHOWN_KEY_LENGTH)).replaceAll("\\p{Cntrl}", "?");
  }

  /** Remembers the key of one sample. */
  private static final class KeyAt implements ShardKeys.SampleConsumer {
    private final long wanted;
    private long ordinal;
    private String key = "";

    KeyAt(long wanted) {
      this.wanted = wanted;
    }

    @Override
    public void sample(byte[] found, OptionalLong label) {
      if (ordinal++ == wanted) {
        key = new String(found, StandardCharsets.UTF_8);
      }
    }

    @Override
    public void sample(byte[] found, OptionalLong label, RecordPosition position) {
      sample(found, label);
    }
  }
}
