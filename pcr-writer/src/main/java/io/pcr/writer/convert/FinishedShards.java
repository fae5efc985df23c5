package io.pcr.writer.convert;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardFile;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.journal.FinishedShard;
import io.pcr.writer.journal.Journal;
import io.pcr.writer.journal.Tally;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The shards that a run has finished, as its journal and the dataset folder agree on them. */
final class FinishedShards {
  private final Path out;
  private final int firstShard;
  private final Journal journal;

  FinishedShards(Path out, int firstShard, Journal journal) {
    this.out = out;
    this.firstShard = firstShard;
    this.journal = journal;
  }

  /**
   * Forgets shards from the first that is not on disk as the journal says, and removes what a crash
   * left of shards that the journal does not know.
   */
  void prove() throws IOException {
    List<FinishedShard> shards = journal.shards();
    int proved = 0;
    while (proved < shards.size() && isThere(shards.get(proved))) {
      proved++;
    }
    if (proved < shards.size()) {
      journal.keepShards(proved);
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(out, "part-*")) {
      for (Path file : files) {
        if (ShardWriter.number(file.getFileName().toString()).orElse(-1) >= nextShard()) {
          Files.delete(file);
        }
      }
    }
  }

  private boolean isThere(FinishedShard shard) throws IOException {
    Path path = out.resolve(shard.name());
    try {
      return Files.size(path) == shard.totalLength()
          && open(path).head().headCrc32c() == shard.headCrc32c();
    } catch (NoSuchFileException | PcrException e) {
      return false;
    }
  }

  private static ShardFile open(Path path) throws IOException {
    try (ByteSource source = FileByteSource.open(path)) {
      return ShardFile.open(source, Limits.DEFAULT);
    }
  }

  /** The number of the next shard to be written. */
  int nextShard() {
    return firstShard + journal.shards().size();
  }

  /** The first input that is in none of the shards. */
  long nextInput() {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty() ? 0 : shards.get(shards.size() - 1).nextInput();
  }

  /** How much of the list of rejects belongs to the inputs before that. */
  long rejectsLength() {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty()
        ? journal.rejectsOfListing().orElseThrow()
        : shards.get(shards.size() - 1).rejectsLength();
  }

  /** What has become of the inputs before that. */
  Tally tally() {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty() ? new Tally() : shards.get(shards.size() - 1).tally().copy();
  }

  /** The shards as the manifest lists them. */
  List<ShardEntry> entries() throws IOException {
    List<ShardEntry> entries = new ArrayList<>();
    for (FinishedShard shard : journal.shards()) {
      entries.add(ShardEntry.of(shard.name(), open(out.resolve(shard.name()))));
    }
    return entries;
  }
}
