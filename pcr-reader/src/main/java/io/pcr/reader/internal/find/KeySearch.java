package io.pcr.reader.internal.find;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks for a sample by its key in the shards themselves, one after the other, so that nothing but
 * they is needed. A shard that cannot be read is passed over. For one thread.
 */
public final class KeySearch {
  private final DatasetFiles files;
  private final String key;

  public KeySearch(DatasetFiles files, String key) {
    this.files = files;
    this.key = key;
  }

  /** Receives the sample, while its shard is open. */
  public interface Listener {
    /** It is in a container. */
    void found(String name, ShardFile shard, int ordinal, ByteSource source) throws IOException;

    /** It is a TFRecord, whose bytes live as long as this call. */
    void found(String name, TfRecord record, ImageExample example) throws IOException;
  }

  /**
   * Searches all shards until one has the sample.
   *
   * @return whether one has it
   * @throws IOException when none has it, and one of them could not be read
   */
  public boolean run(Listener listener) throws IOException {
    IOException unread = null;
    for (String name : files.shards()) {
      try (ByteSource source = files.open(name)) {
        if (look(name, source, listener)) {
          return true;
        }
      } catch (NoSuchFileException | PcrException.Corrupt | PcrException.NotPcr e) {
        unread = unread == null ? e : unread;
      }
    }
    if (unread != null) {
      throw unread;
    }
    return false;
  }

  private boolean look(String name, ByteSource source, Listener listener) throws IOException {
    Optional<ShardEntry> records = files.entry(name).filter(e -> !e.variant().isContainer());
    if (records.isPresent()) {
      RecordLook look = new RecordLook(name, listener);
      new TfRecordWalk(source, records.get(), Limits.DEFAULT).forEach(look);
      if (!look.isFound && look.damage != null) {
        throw look.damage;
      }
      return look.isFound;
    }
    ShardFile shard =
        ListedShard.open(
            ListedShard.of(files.manifest(), files.entry(name)), source, Limits.DEFAULT);
    OptionalInt ordinal = shard.metadata().find(key);
    if (ordinal.isPresent()) {
      listener.found(name, shard, ordinal.getAsInt(), source);
    }
    return ordinal.isPresent();
  }

  /** Finds the record with the key; those that are damaged do not say what theirs is. */
  private final class RecordLook implements TfRecordWalk.Listener {
    private final String name;
    private final Listener listener;
    private boolean isFound;
    private PcrException damage;

    RecordLook(String name, Listener listener) {
      this.name = name;
      this.listener = listener;
    }

    @Override
    public boolean sample(int number, TfRecord record, ImageExample example) throws IOException {
      if (example.key().orElseThrow().equals(key)) {
        listener.found(name, record, example);
        isFound = true;
      }
      return !isFound;
    }

    @Override
    public void damaged(int number, PcrException e) {
      damage = e;
    }
  }
}
