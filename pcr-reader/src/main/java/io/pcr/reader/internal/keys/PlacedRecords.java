package io.pcr.reader.internal.keys;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where the records of one TFRecord shard are, as far as the index of keys has their places: behind
 * a damaged length no record leads to the next (spec requirement R-TFRECORD-9). Thread-safe; holds
 * no file open.
 */
public final class PlacedRecords {
  private final SortedMap<Integer, KeyEntry> entries = new TreeMap<>();

  private PlacedRecords() {}

  /** Is told of segments that cannot be read. */
  @FunctionalInterface
  public interface Unreadable {
    /** The places in a segment are not known; whoever cannot do without them throws. */
    void unreadable(KeySegment segment, IOException why) throws IOException;
  }

  /** A sample and its record, in a buffer of its own. */
  public record Found(TfRecord record, ImageExample sample) {}

  /** Takes what is found. */
  public interface Listener {
    /** A sample, in buffers of its own. */
    void sample(ImageExample sample) throws IOException;

    /** A record that is not at its place, or is damaged, or that the system does not give. */
    void lost(IOException why) throws IOException;
  }

  /**
   * Reads all segments for the places of one shard.
   *
   * @param shard one that the manifest lists
   */
  public static PlacedRecords of(
      DatasetFolder folder, Manifest manifest, ShardEntry shard, Unreadable unreadable)
      throws IOException {
    PlacedRecords places = new PlacedRecords();
    long most = 0;
    for (KeySegment segment : manifest.keySegments()) {
      if (segment.entryLength() != KeySegment.LONG_ENTRY) {
        continue;
      }
      try (ByteSource source = folder.open(segment.name())) {
        most += source.length() / KeySegment.LONG_ENTRY;
        new KeySegmentFile(source, segment)
            .forEachIntact((entry, page) -> places.add(shard, entry));
      } catch (IOException e) {
        unreadable.unreadable(segment, e);
      }
    }
    // An index has an entry of each sample, so that a number beyond all entries is not to be
    // believed: nobody shall go through that many.
    places.entries.tailMap((int) Math.min(most, Integer.MAX_VALUE)).clear();
    return places;
  }

  private void add(ShardEntry shard, KeyEntry entry) {
    boolean isOfShard =
        entry.shardNumber() == shard.shardNumber() && entry.ordinal() < shard.sampleCount();
    if (isOfShard && entry.place().isKnown()) {
      entries.putIfAbsent((int) entry.ordinal(), entry);
    }
  }

  /** Whether the place of a record is known. */
  public boolean has(int number) {
    return entries.containsKey(number);
  }

  /** The number behind the last record whose place is known; 0 where none is. */
  public int end() {
    return entries.isEmpty() ? 0 : entries.lastKey() + 1;
  }

  /**
   * A sample, proved by the checksums of its record and by its key.
   *
   * @param number of a record that this {@link #has}
   * @throws PcrException.Corrupt when the record is not there, or damaged
   */
  public Found read(TfRecordFile file, int number, Limits limits) throws IOException {
    KeyEntry entry = entries.get(number);
    TfRecord record = file.read(entry.place(), number);
    ImageExample sample = TfRecordShard.sample(record, limits);
    long hash = KeyHash.of(sample.key().orElseThrow());
    if (hash != entry.hash()) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED,
          new FieldLocation("KeyEntry.key_hash", entry.place().storedOffset(), file.toString()),
          Long.toHexString(entry.hash()),
          Long.toHexString(hash) + ", as the key of the record there has");
    }
    return new Found(record, sample);
  }

  /**
   * Gives what can be read of a file from a record on, as far as places are known.
   *
   * @param to the number behind the last record to give
   */
  public void forEach(TfRecordFile file, int from, int to, Limits limits, Listener listener)
      throws IOException {
    if (!file.compression().isSeekable() || from >= to) {
      return;
    }
    for (int number : entries.subMap(from, to).keySet()) {
      ImageExample sample;
      try {
        sample = read(file, number, limits).sample();
      } catch (IOException e) {
        listener.lost(e);
        continue;
      }
      listener.sample(sample);
    }
  }
}
