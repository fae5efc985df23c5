package io.pcr.writer.salvage;

import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.location.LocalFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/** A shard that an index lists and no manifest does. */
record IndexedShard(LocalFolder folder, IndexedFiles files, ShardTable.Entry listed)
    implements DamagedShard {
  @Override
  public String name() {
    return listed.name();
  }

  @Override
  public boolean isRecords() {
    return files.isRecords(name());
  }

  @Override
  public Optional<ShardTable.Entry> stated() {
    return Optional.of(listed);
  }

  @Override
  public Optional<ShardEntry> entry() {
    return Optional.empty();
  }

  @Override
  public String file() {
    return copies().isEmpty() ? name() : copies().get(0);
  }

  @Override
  public ByteSource open() throws IOException {
    if (copies().isEmpty()) {
      // A file that has its name is another shard.
      throw new NoSuchFileException(folder.resolve(name()).toString());
    }
    return folder.open(file());
  }

  @Override
  public boolean searchByContent() {
    return false;
  }

  @Override
  public List<String> copies() {
    return files.files(name());
  }

  @Override
  public List<String> records() {
    return copies();
  }
}
