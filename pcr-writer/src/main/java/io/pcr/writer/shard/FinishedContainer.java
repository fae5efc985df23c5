package io.pcr.writer.shard;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.journal.FinishedShard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** A shard in the container of the format, which describes itself. */
final class FinishedContainer {
  private FinishedContainer() {}

  /** As {@link ShardFormat#find}. */
  static Optional<ShardEntry> find(FinishedShard noted, Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      if (Files.size(file) != noted.totalLength()) {
        return Optional.empty();
      }
      ShardEntry found = ShardEntry.of(noted.name(), ShardFile.open(source, Limits.DEFAULT));
      return found.shardUuid().equals(noted.shardUuid()) ? Optional.of(found) : Optional.empty();
    } catch (NoSuchFileException | PcrException e) {
      return Optional.empty();
    }
  }
}
