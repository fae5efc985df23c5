package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.keys.PlacedRecords;
import io.pcr.reader.internal.stored.KeySpace;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * Checks one TFRecord shard: the checksums of every record, what each holds, and that together they
 * are the file that the manifest means. For one use by one thread.
 */
final class TfRecordCheck implements TfRecordWalk.Listener {
  private final DatasetFiles files;
  private final ByteSource source;
  private final ShardEntry entry;
  private final Limits limits;
  private final LongConsumer read;
  private final List<Damage> damages = new ArrayList<>();
  private final LongStream.Builder keyHashes = LongStream.builder();
  private int seen;
  private boolean isAnother;

  /**
   * @param files of the dataset, whose index of keys may know where records are
   * @param read is told how many bytes were read
   */
  TfRecordCheck(
      DatasetFiles files, ByteSource source, ShardEntry entry, Limits limits, LongConsumer read) {
    this.files = files;
    this.source = source;
    this.entry = entry;
    this.limits = limits;
    this.read = read;
  }

  /** Checks everything. */
  void check() throws IOException {
    try {
      new TfRecordWalk(source, entry, limits).forEach(this);
      checkLength();
    } catch (PcrException e) {
      int first = seen;
      int placed = checkPlaced();
      damages.add(Damage.ofFile(entry.name(), e, readable(first, placed)));
    }
    if (damages.isEmpty()) {
      checkIdentity();
    }
    read.accept(source.length());
  }

  private String readable(int first, int placed) {
    if (placed == 0) {
      return first == 0
          ? "nothing of the shard can be read"
          : "the samples before number " + first + " can be read";
    }
    String before = first == 0 ? "" : "the samples before number " + first + " can be read, and ";
    String rest = Units.count(entry.sampleCount() - first, "other sample");
    return before
        + Units.count(placed)
        + " of the "
        + (first == 0 ? Units.count(entry.sampleCount(), "sample") : rest)
        + " by their places in the index of keys; 'pcr repair' and 'pcr restore' save them";
  }

  /** Behind what nothing leads on from; returns how many samples can be read there. */
  private int checkPlaced() throws IOException {
    TfRecordReadOptions options = TfRecordReadOptions.DEFAULT.withLimits(limits);
    TfRecordFile file = TfRecordShard.open(source, entry, options);
    if (!file.compression().isSeekable() || files.manifest().isEmpty()) {
      return 0;
    }
    PlacedRecords places =
        PlacedRecords.of(
            files.location().folder(),
            files.manifest().get(),
            entry,
            (segment, why) -> {
              // The segment is checked by itself.
            });
    int first = seen;
    places.forEach(file, first, entry.sampleCount(), limits, new Placed());
    return seen - first;
  }

  private final class Placed implements PlacedRecords.Listener {
    @Override
    public void sample(ImageExample sample) {
      seen++;
      keyHashes.add(hash(sample));
    }

    @Override
    public void lost(IOException why) throws IOException {
      if (!(why instanceof PcrException)) {
        throw why;
      }
    }
  }

  /** How many records there were, damaged ones included. */
  int seen() {
    return seen;
  }

  /** Whether the file is sound, and another one than the manifest means. */
  boolean isAnother() {
    return isAnother;
  }

  /** What was found. */
  List<Damage> damages() {
    return List.copyOf(damages);
  }

  /** Hashes of the keys of the records that are sound; asked for once. */
  long[] keyHashes() {
    return keyHashes.build().toArray();
  }

  @Override
  public boolean sample(int number, TfRecord record, ImageExample sample) {
    seen++;
    keyHashes.add(hash(sample));
    return seen <= entry.sampleCount();
  }

  static long hash(ImageExample sample) {
    return KeySpace.hash(StandardCharsets.UTF_8.encode(sample.key().orElseThrow()));
  }

  @Override
  public void damaged(int number, PcrException damage) {
    seen++;
    damages.add(
        Damage.ofSample(
            entry.name(), number, "", Damage.NONE, damage, "all other samples can be read"));
  }

  /** Whole records that are missing at the end are nothing that the format shows. */
  private void checkLength() throws IOException {
    if (source.length() != entry.totalLength()) {
      add("ShardEntry.total_length", entry.totalLength(), source.length());
    } else if (seen != entry.sampleCount()) {
      add("ShardEntry.sample_count", entry.sampleCount(), seen);
    }
  }

  private void checkIdentity() throws IOException {
    UUID found = TfRecordShard.identity(source, bytes -> {});
    if (!found.equals(entry.shardUuid())) {
      add("ShardEntry.shard_uuid", entry.shardUuid(), found);
    }
  }

  private void add(String field, Object stored, Object found) {
    isAnother = damages.isEmpty();
    PcrException e =
        new PcrException.Corrupt(
            ErrorCode.MALFORMED, new FieldLocation(field, 0, source.toString()), stored, found);
    damages.add(Damage.ofFile(entry.name(), e, "the " + seen + " records of the file are intact"));
  }
}
