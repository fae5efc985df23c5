package io.pcr.writer.convert;

import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.internal.convert.BaseDataset;
import io.pcr.writer.internal.journal.FileProof;
import io.pcr.writer.internal.journal.FinishedShard;
import io.pcr.writer.internal.journal.Journal;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardWriter;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The shards that a run has finished, as its journal and the dataset folder agree on them. */
final class FinishedShards {
  private static final long GIB = 1L << 30;

  /** From here on somebody may wonder what is going on. */
  private static final long LONG_READ_BYTES = 4 * GIB;

  private final Path out;
  private final ShardFormat format;
  private final Optional<BaseDataset> base;
  private final int firstShard;
  private final Journal journal;

  /** What the manifest will say of them, as each was read when it was written or proved. */
  private final List<ShardEntry> entries = new ArrayList<>();

  /**
   * @param base the dataset that is added to, no shard of which is removed
   */
  FinishedShards(Path out, ShardFormat format, Optional<BaseDataset> base, Journal journal) {
    this.out = out;
    this.format = format;
    this.base = base;
    this.firstShard = base.map(BaseDataset::nextShard).orElse(0);
    this.journal = journal;
  }

  /**
   * Reads the shards back, and forgets and removes them from the first on that is not on disk as it
   * was written.
   *
   * @param notices told of shards that will be made anew
   * @throws RunRejectedException when a file that the run did not write has the name of a shard to
   *     come; nothing is removed then
   */
  void prove(Consumer<String> notices) throws IOException {
    List<FinishedShard> shards = journal.shards();
    sayWhatTakesLong(shards, notices);
    int proved = 0;
    while (proved < shards.size() && prove(shards.get(proved))) {
      proved++;
    }
    List<FinishedShard> dropped = shards.subList(proved, shards.size());
    List<Path> ours = ours(firstShard + proved, dropped);
    if (!ours.isEmpty()) {
      notices.accept(
          out.resolve(dropped.get(0).name())
              + " is missing, or was damaged after it was written; it and all later shards are"
              + " made again");
    }
    for (Path file : ours) {
      OwnFile.delete(file);
    }
    if (!dropped.isEmpty()) {
      journal.keepShards(proved);
    }
  }

  private static void sayWhatTakesLong(List<FinishedShard> shards, Consumer<String> notices) {
    long bytes = shards.stream().mapToLong(FinishedShard::totalLength).sum();
    if (bytes >= LONG_READ_BYTES) {
      notices.accept(
          "reading back the "
              + shards.size()
              + " finished shards, "
              + bytes / GIB
              + " GiB; then the run continues");
    }
  }

  /** Whether a shard is on disk as it was written. */
  private boolean prove(FinishedShard shard) throws IOException {
    Path file = out.resolve(shard.name());
    Optional<ShardEntry> entry =
        shard.file().isWhole(file) ? format.find(shard, file) : Optional.empty();
    entry.ifPresent(entries::add);
    return entry.isPresent();
  }

  /** Notes a shard that is written, read back and about to get its name. */
  void add(ShardEntry entry, FinishedShard shard) throws IOException {
    journal.add(shard);
    entries.add(entry);
  }

  /** The files whose names the run will need, all of which it wrote itself. */
  private List<Path> ours(int next, List<FinishedShard> written) throws IOException {
    List<Path> ours = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(out, "part-*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (ShardWriter.number(name).orElse(-1) >= next) {
          if (base.isPresent()) {
            base.get().requireNoShard(file);
          }
          requireOurs(file, written.stream().filter(shard -> shard.name().equals(name)).findAny());
          ours.add(file);
        }
      }
    }
    return ours;
  }

  private void requireOurs(Path file, Optional<FinishedShard> noted) throws IOException {
    if (noted.isEmpty()) {
      throw new RunRejectedException(
          file + " is not a shard that the unfinished run wrote; move it away first");
    }
    if (!noted.get().file().isOf(file)) {
      throw new RunRejectedException(
          file
              + " is not what the unfinished run wrote: it is another file, or badly damaged;"
              + " move it away first, and the shard is made again");
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

  /** What of the list of rejects belongs to the inputs before that. */
  FileProof rejects() {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty()
        ? journal.listed().orElseThrow().rejects()
        : shards.get(shards.size() - 1).rejects();
  }

  /** What has become of the inputs before that. */
  InputCounts tally() {
    return tally(journal);
  }

  /** What has become of the inputs that are in shards, and of those before the last of them. */
  static InputCounts tally(Journal journal) {
    List<FinishedShard> shards = journal.shards();
    return shards.isEmpty() ? new InputCounts() : shards.get(shards.size() - 1).tally().copy();
  }

  /**
   * The shards as the manifest lists them.
   *
   * @throws IOException when one is gone meanwhile or has another length
   */
  List<ShardEntry> entries() throws IOException {
    for (ShardEntry entry : entries) {
      Path file = out.resolve(entry.name());
      if (!Files.isRegularFile(file) || Files.size(file) != entry.totalLength()) {
        throw new IOException(file + " is no longer the shard that was written");
      }
    }
    return List.copyOf(entries);
  }
}
