package io.pcr.format.internal.index.lmdb;

import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.index.IndexBuilder;
import io.pcr.format.internal.index.IndexSource;
import io.pcr.format.internal.index.SampleIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An index that nobody else sees: a file in the system's temporary directory that has no name once
 * it is mapped.
 */
final class TemporaryIndex {
  private TemporaryIndex() {}

  static SampleIndex build(IndexSource source) throws IOException {
    Path scratch = Files.createTempDirectory("pcr-index-");
    try {
      Path file = scratch.resolve(IndexFile.NAME);
      try (LmdbIndexOutput output = new LmdbIndexOutput(scratch, file)) {
        IndexBuilder.build(source, scratch, output);
      }
      return LmdbIndex.open(file);
    } finally {
      OwnFolder.delete(scratch);
    }
  }
}
