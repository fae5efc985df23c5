package io.pcr.writer.salvage;

import io.pcr.format.internal.index.ShardTable;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.location.ShardNames;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A shard of which only the name of its file is known. */
record NamedShard(LocalFolder folder, String name) implements DamagedShard {
  @Override
  public boolean isRecords() {
    return ShardNames.isRecords(name);
  }

  @Override
  public Optional<ShardTable.Entry> stated() {
    return Optional.empty();
  }

  @Override
  public Optional<ShardEntry> entry() {
    return Optional.empty();
  }

  @Override
  public String file() {
    return name;
  }

  @Override
  public ByteSource open() throws IOException {
    return folder.open(name);
  }

  @Override
  public boolean searchByContent() {
    return false;
  }

  @Override
  public List<String> copies() {
    return List.of();
  }

  @Override
  public List<String> records() {
    return List.of();
  }
}
