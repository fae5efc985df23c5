package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordWalk;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A shard that a manifest lists.
 *
 * @param all the names of all shards that the manifest lists
 */
record ManifestShard(
    LocalFolder folder, ShardFinder finder, Set<String> all, ShardEntry listed, Limits limits)
    implements DamagedShard {
  @Override
  public String name() {
    return listed.name();
  }

  @Override
  public boolean isRecords() {
    return !listed.variant().isContainer();
  }

  @Override
  public Optional<ShardTable.Entry> stated() {
    return Optional.of(
        new ShardTable.Entry(listed.name(), listed.shardUuid(), listed.sampleCount()));
  }

  @Override
  public Optional<ShardEntry> entry() {
    return Optional.of(listed);
  }

  @Override
  public String file() {
    return finder.fileOf(listed);
  }

  @Override
  public ByteSource open() throws IOException {
    return finder.open(listed);
  }

  @Override
  public boolean searchByContent() throws IOException {
    return finder.searchByContent(listed);
  }

  @Override
  public List<String> copies() throws IOException {
    return finder.copies(listed);
  }

  @Override
  public List<String> records() throws IOException {
    List<String> others = new ArrayList<>();
    for (String file : folder.list()) {
      if (!all.contains(file) && isRecordFile(file)) {
        others.add(file);
      }
    }
    return others;
  }

  private boolean isRecordFile(String file) throws IOException {
    try (ByteSource source = folder.open(file)) {
      return source.length() <= listed.totalLength()
          && !ShardFinder.isContainer(source)
          && TfRecordWalk.hasSample(
              TfRecordFile.open(source, TfRecordReadOptions.DEFAULT.withLimits(limits)), limits);
    } catch (IOException e) {
      if (!(e instanceof AccessDeniedException)) {
        DamageOrShortage.requireDamage(e);
      }
      return false;
    }
  }
}
