package io.pcr.format.internal.manifest;

import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes and reads parts of the list of shards in a dataset's folder, each under the first name of
 * its generation that is free (spec requirement R-COMMIT-7). Immutable.
 */
public record PartFiles(Path folder, DurableSteps steps) implements Manifest.Builder.PartWriter {
  @Override
  public ShardPart write(ShardTable shards, long generation) throws IOException {
    ByteBuffer file = ShardPart.encode(shards, generation);
    for (int number = 0; ; number++) {
      String name = ShardPart.fileName(generation, number);
      if (create(folder.resolve(name), file.duplicate())) {
        return ShardPart.describe(name, file, shards);
      }
    }
  }

  @Override
  public Optional<ShardTable> read(ShardPart part, int groupCount) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(part.name()))) {
      return Optional.of(ShardPart.read(source, part, groupCount, Limits.DEFAULT));
    } catch (PcrException | NoSuchFileException e) {
      return Optional.empty(); // Old damage does not keep new samples out, and is not hidden.
    }
  }

  /** Returns whether the name was free. */
  private boolean create(Path target, ByteBuffer content) throws IOException {
    if (OwnFile.exists(target)) {
      return false;
    }
    try (AtomicFile file = AtomicFile.create(target, steps)) {
      while (content.hasRemaining()) {
        file.channel().write(content);
      }
      file.commitNew();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false; // Another writer was faster.
    }
  }
}
