package io.pcr.reader.internal.keys;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.keys.NumberedShards;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.reader.location.DatasetFolder;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for a key in the segments of a dataset: one page of each, all at the same time, as each is
 * a request to a server (spec requirements R-KEYS-1 to R-KEYS-3).
 *
 * <p>Thread-safe. The files are opened when they are first needed; closing it closes them.
 */
public final class SegmentSearch implements Closeable {
  private final DatasetFolder folder;
  private final List<KeySegment> segments;
  private final NumberedShards shards;
  private final ByteSource[] sources;
  private boolean closed;

  /**
   * @param folder of the dataset
   * @param shards of the generation that lists the segments
   */
  public SegmentSearch(DatasetFolder folder, List<KeySegment> segments, NumberedShards shards) {
    this.folder = folder;
    this.segments = List.copyOf(segments);
    this.shards = shards;
    this.sources = new ByteSource[segments.size()];
  }

  /**
   * The samples that may have a key: only the key in the shard, or in the record, tells.
   *
   * @throws PcrException when a page is damaged; then nothing is known of the key
   */
  public List<KeyEntry> candidates(String key) throws IOException {
    long hash = KeyHash.of(key);
    List<List<KeyEntry>> found = new ArrayList<>();
    segments.forEach(segment -> found.add(List.of())); // Each thread sets its own.
    if (folder.local().isPresent()) {
      for (int i = 0; i < found.size(); i++) {
        found.set(i, withHash(i, hash));
      }
    } else {
      Parallel.forEach(segments, segments.size(), (i, segment) -> found.set(i, withHash(i, hash)));
    }
    List<KeyEntry> listed = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      for (KeyEntry entry : found.get(i)) {
        if (isListed(entry, segments.get(i))) {
          listed.add(entry);
        }
      }
    }
    return listed;
  }

  private List<KeyEntry> withHash(int segment, long hash) throws IOException {
    return new KeySegmentFile(source(segment), segments.get(segment)).pageOf(hash).withHash(hash);
  }

  private synchronized ByteSource source(int segment) throws IOException {
    if (closed) {
      throw new AlreadyClosedException(folder);
    }
    if (sources[segment] == null) {
      sources[segment] = folder.open(segments.get(segment).name());
    }
    return sources[segment];
  }

  /** An entry of a shard that was taken out is passed over; one beyond its shard is damage. */
  private boolean isListed(KeyEntry entry, KeySegment segment) throws IOException {
    int samples = shards.sampleCount(entry.shardNumber());
    if (samples == NumberedShards.NOT_LISTED) {
      return false;
    }
    if (entry.ordinal() >= samples) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new FieldLocation("KeyEntry.ordinal", 0, folder + "/" + segment.name()),
          entry.ordinal(),
          "less than the " + samples + " samples of the shard");
    }
    return true;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    IOException failure = null;
    for (ByteSource source : sources) {
      try {
        if (source != null) {
          source.close();
        }
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
