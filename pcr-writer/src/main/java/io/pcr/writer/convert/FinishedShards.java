package io.pcr.writer.convert;

import io.pcr.format.commit.OwnFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.journal.FinishedShard;
import io.pcr.writer.journal.Journal;
import io.pcr.writer.journal.Tally;
import io.pcr.writer.shard.ShardFormat;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The shards that a run has finished, as its journal and the dataset folder agree on them. */
final class FinishedShards {
  private final Path out;
  private final ShardFormat format;
  private final Optional<Base> base;
  private final int firstShard;
  private final Journal journal;

  /**
   * @param base the dataset that is added to, no shard of which is removed
   */
  FinishedShards(Path out, ShardFormat format, Optional<Base> base, Journal journal) {
    this.out = out;
    this.format = format;
    this.base = base;
    this.firstShard = base.map(Base::nextShard).orElse(0);
    this.journal = journal;
  }

  /**
   * Forgets shards from the first that is not on disk as the journal says, and removes what a crash
   * left of shards that the journal does not know.
   */
  void prove() throws IOException {
    List<FinishedShard> shards = journal.shards();
    int proved = 0;
    while (proved < shards.size() && prove(shards.get(proved)).isPresent()) {
      proved++;
    }
    if (proved < shards.size()) {
      journal.keepShards(proved);
    }
    int next = nextShard();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(out, "part-*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (ShardWriter.number(name).orElse(-1) >= next && name.endsWith(format.suffix())) {
          if (base.isPresent()) {
            base.get().requireNoShard(file);
          }
          OwnFile.delete(file);
        }
      }
    }
  }

  private Optional<ShardEntry> prove(FinishedShard shard) throws IOException {
    return format.prove(shard, out.resolve(shard.name()));
  }

  private Optional<ShardEntry> find(FinishedShard shard) throws IOException {
    return format.find(shard, out.resolve(shard.name()));
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
    return tally(journal);
  }

  /** What has become of the inputs that are in shards, and of those before the last of them. */
  static Tally tally(Journal journal) {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty() ? new Tally() : shards.get(shards.size() - 1).tally().copy();
  }

  /** The shards as the manifest lists them. */
  List<ShardEntry> entries() throws IOException {
    List<ShardEntry> entries = new ArrayList<>();
    for (FinishedShard shard : journal.shards()) {
      entries.add(find(shard).orElseThrow(() -> new IOException(gone(shard))));
    }
    return entries;
  }

  private String gone(FinishedShard shard) {
    return out.resolve(shard.name()) + " is not the shard any more that was written";
  }
}
