package io.pcr.reader.check;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.NumberedShards;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks the index of keys: each segment as a whole, and whether all of them together have exactly
 * the keys of the shards. For that a shard's keys are summed up, which takes the same few bytes for
 * any number of samples.
 *
 * <p>{@link #note} is thread-safe; all else is for one thread.
 */
final class KeyIndexCheck {
  private static final String READABLE = "no sample is lost; keys are searched in the shards";
  private static final long ORDINAL_FACTOR = 0x9E37_79B9_7F4A_7C15L;
  private static final long MIX_1 = 0xBF58_476D_1CE4_E5B9L;
  private static final long MIX_2 = 0x94D0_49BB_1331_11EBL;

  private final DatasetFiles files;
  private final ShardList list;
  private final Manifest manifest;
  private final NumberedShards shards;
  private final Map<String, Long> sumsOfShards = new HashMap<>();
  private final Map<Long, Long> sumsOfIndex = new HashMap<>();

  KeyIndexCheck(DatasetFiles files, ShardList list) {
    this.files = files;
    this.list = list;
    this.manifest = list.manifest();
    this.shards = NumberedShards.of(list);
  }

  /**
   * Notes the keys of a shard without damage.
   *
   * @param keyHashes of all samples in their order, each the first 8 bytes of the SHA-256 as a
   *     big-endian number
   */
  void note(String shard, long[] keyHashes) {
    long sum = 0;
    for (int ordinal = 0; ordinal < keyHashes.length; ordinal++) {
      sum += term(Long.reverseBytes(keyHashes[ordinal]), ordinal);
    }
    synchronized (sumsOfShards) {
      sumsOfShards.put(shard, sum);
    }
  }

  /** Different for each key and each sample, so that sums of different ones differ. */
  private static long term(long hash, long ordinal) {
    long mixed = hash + (ordinal + 1) * ORDINAL_FACTOR;
    mixed = (mixed ^ (mixed >>> 30)) * MIX_1;
    mixed = (mixed ^ (mixed >>> 27)) * MIX_2;
    return mixed ^ (mixed >>> 31);
  }

  /**
   * Checks all segments; to be called when all shards have been noted.
   *
   * @param left told of segments that a local disk cannot read
   */
  void check(Consumer<Damage> found, Consumer<Unchecked> left) throws IOException {
    boolean isWhole = !manifest.keySegments().isEmpty();
    for (KeySegment segment : manifest.keySegments()) {
      try {
        Optional<Damage> damage = check(segment);
        damage.ifPresent(found);
        isWhole &= damage.isEmpty();
      } catch (IOException e) {
        if (files.folder().isEmpty()) {
          throw e; // A server that fails at one file fails at the next.
        }
        left.accept(Unchecked.refused(segment.name(), e));
        isWhole = false;
      }
    }
    if (isWhole) {
      compareWithShards(found);
    }
  }

  private Optional<Damage> check(KeySegment segment) throws IOException {
    try (ByteSource source = files.location().folder().open(segment.name())) {
      new KeySegmentFile(source, segment).check(manifest.datasetUuid(), this::add);
      return Optional.empty();
    } catch (PcrException e) {
      return Optional.of(Damage.ofFile(segment.name(), e, READABLE));
    } catch (IOException e) {
      if (!ShardFinder.isMissing(e)) {
        throw e;
      }
      return Optional.of(damage(segment.name(), "the file is missing"));
    }
  }

  private void add(KeyEntry entry, Origin page) throws IOException {
    int samples = shards.sampleCount(entry.shardNumber());
    if (samples == NumberedShards.NOT_LISTED) {
      return;
    }
    if (entry.ordinal() >= samples) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          page.field("KeyEntry.ordinal"),
          entry.ordinal(),
          "less than the " + samples + " samples of the shard");
    }
    sumsOfIndex.merge(entry.shardNumber(), term(entry.hash(), entry.ordinal()), Long::sum);
  }

  private void compareWithShards(Consumer<Damage> found) throws IOException {
    for (int i = 0; i < list.size(); i++) {
      String name = list.get(i).name();
      Long sum = sumsOfShards.get(name);
      long indexed = sumsOfIndex.getOrDefault((long) list.shardNumber(i), 0L);
      if (sum != null && sum != indexed) {
        found.accept(damage(name, "the index of keys has other keys than the shard"));
      }
    }
  }

  private Damage damage(String file, String problem) {
    PcrException e =
        new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            new FieldLocation("Manifest.key_segments", 0, files.toString()),
            problem,
            "an entry for each sample");
    return Damage.ofFile(file, e, READABLE).withProblem(problem);
  }
}
