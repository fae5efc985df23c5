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
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

  /** Numbers of files that the run did not write; they keep their names. */
  private final Set<Integer> taken = new HashSet<>();

  /**
   * @param base the dataset that is added to, as it is now
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
   * was written. A file that the run did not write stays, and its name is not used: it may belong
   * to another writer, or be a shard whose name was changed.
   *
   * @param notices told of shards that will be made anew, and of files that stay
   */
  void prove(Consumer<String> notices) throws IOException {
    List<FinishedShard> shards = journal.shards();
    sayWhatTakesLong(shards, notices);
    int proved = 0;
    while (proved < shards.size() && prove(shards.get(proved))) {
      proved++;
    }
    List<FinishedShard> dropped = shards.subList(proved, shards.size());
    List<Path> ours = ours(next(shards.subList(0, proved)), dropped, notices);
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

  /** The files that the run wrote, of those whose names it could need. */
  private List<Path> ours(int next, List<FinishedShard> written, Consumer<String> notices)
      throws IOException {
    List<Path> ours = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(out, "part-*")) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        int number = ShardWriter.number(name).orElse(-1);
        if (number >= next && isOurs(file, written)) {
          ours.add(file);
        } else if (number >= next) {
          taken.add(number);
          tellOf(file, notices);
        }
      }
    }
    return ours;
  }

  private void tellOf(Path file, Consumer<String> notices) throws IOException {
    String name = file.getFileName().toString();
    boolean isListed =
        base.isPresent()
            && base.get().shards().stream().anyMatch(shard -> shard.name().equals(name));
    if (!isListed) {
      notices.accept(
          file + " is not a shard that this run wrote: it stays, and its name is not used");
    }
  }

  private static boolean isOurs(Path file, List<FinishedShard> written) throws IOException {
    String name = file.getFileName().toString();
    for (FinishedShard shard : written) {
      if (shard.name().equals(name)) {
        return shard.file().isOf(file);
      }
    }
    return false;
  }

  /** Another file got the name of the shard that was noted last. */
  void nameTaken() throws IOException {
    entries.remove(entries.size() - 1);
    journal.keepShards(entries.size());
  }

  /** Numbers of files that the run did not write. */
  Set<Integer> taken() {
    return Set.copyOf(taken);
  }

  /** The number of the next shard to be written. */
  int nextShard() {
    return next(journal.shards());
  }

  private int next(List<FinishedShard> shards) {
    return shards.isEmpty()
        ? firstShard
        : ShardWriter.number(shards.get(shards.size() - 1).name()).orElseThrow() + 1;
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
