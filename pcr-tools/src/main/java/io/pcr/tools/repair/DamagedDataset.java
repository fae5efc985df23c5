package io.pcr.tools.repair;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.DatasetFiles;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.shard.ShardWriter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is to be repaired, as far as its folder and its manifest tell. Immutable.
 *
 * @param folder that the shards are in
 * @param manifest empty when there is none that can be read
 * @param shards names in the order of the dataset
 * @param losses that show without opening a shard
 */
record DamagedDataset(
    Path folder, Optional<Manifest> manifest, List<String> shards, List<Loss> losses) {
  DamagedDataset {
    shards = List.copyOf(shards);
    losses = List.copyOf(losses);
  }

  /**
   * Looks at a dataset's folder, or a shard by itself.
   *
   * @throws UsageException when it is neither
   */
  static DamagedDataset of(Path path, Limits limits) throws IOException {
    if (Files.isRegularFile(path) && !path.endsWith(Manifest.FILE_NAME)) {
      Path folder = path.toAbsolutePath().getParent();
      return new DamagedDataset(
          folder, Optional.empty(), List.of(path.getFileName().toString()), List.of());
    }
    Path folder = Files.isRegularFile(path) ? path.toAbsolutePath().getParent() : path;
    if (!Files.isDirectory(folder)) {
      throw new NoSuchFileException(path.toString());
    }
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      Manifest manifest = Manifest.read(source, limits);
      List<String> shards = manifest.shards().stream().map(ShardEntry::name).toList();
      return new DamagedDataset(folder, Optional.of(manifest), shards, List.of());
    } catch (IOException e) {
      requireDamage(e);
      return withoutManifest(folder, e);
    }
  }

  /**
   * Tells damage from what a repair would make worse: a file that nobody lets us read, or that a
   * newer version wrote, is whole as far as anybody knows.
   */
  static void requireDamage(IOException e) throws IOException {
    if (e instanceof AccessDeniedException
        || e instanceof PcrException.Unsupported
        || e instanceof PcrException.LimitExceeded) {
      throw e;
    }
  }

  private static DamagedDataset withoutManifest(Path folder, IOException e) throws IOException {
    List<String> shards = DatasetFiles.shardFiles(folder);
    List<String> others = otherShards(folder, shards);
    if (shards.isEmpty() && others.isEmpty()) {
      throw new UsageException(folder + ": not a dataset, it has neither manifest nor shards");
    }
    if (RunFolder.isUnfinished(folder)) {
      throw new UsageException(
          folder + ": a conversion is unfinished there; run it again to finish it, then repair");
    }
    List<Loss> losses = new ArrayList<>();
    losses.add(Loss.ofManifest(Manifest.FILE_NAME, Loss.Cause.of(e)));
    for (String other : others) {
      Loss.Cause cause = Loss.Cause.missing("a TFRecord, of which only the manifest said more");
      losses.add(Loss.ofShard(other, OptionalLong.empty(), cause));
    }
    losses.addAll(gaps(shards, others));
    return new DamagedDataset(folder, Optional.empty(), shards, losses);
  }

  /** Files that have the name of a shard and are none of this format. */
  private static List<String> otherShards(Path folder, List<String> shards) throws IOException {
    List<String> others = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (ShardWriter.number(name).isPresent() && !shards.contains(name)) {
          others.add(name);
        }
      }
    }
    Collections.sort(others);
    return others;
  }

  /**
   * Shards are numbered on, so that a number left out below the highest is a shard that is gone.
   */
  private static List<Loss> gaps(List<String> shards, List<String> others) {
    Set<Integer> numbers = new HashSet<>();
    Stream.concat(shards.stream(), others.stream())
        .forEach(name -> ShardWriter.number(name).ifPresent(numbers::add));
    int most = numbers.stream().mapToInt(number -> number).max().orElse(0);
    List<Loss> gaps = new ArrayList<>();
    // A stray file with a huge number is no proof of a million others.
    for (int number = 0; number < most && most <= 2 * numbers.size() + 16; number++) {
      if (!numbers.contains(number)) {
        Loss.Cause cause = Loss.Cause.missing("the file is missing, later numbers are there");
        String name = String.format(Locale.ROOT, "part-%05d", number);
        gaps.add(Loss.ofShard(name, OptionalLong.empty(), cause));
      }
    }
    return gaps;
  }

  /** Whether it is more than a shard by itself. */
  boolean isDataset() {
    return manifest.isPresent() || !losses.isEmpty();
  }

  /** Whether a shard is a TFRecord file; without a manifest its name says so. */
  boolean isRecords(String shard) {
    return entry(shard)
        .map(entry -> !entry.variant().isContainer())
        .orElseGet(() -> DatasetFiles.isRecords(shard));
  }

  /** What the manifest says of a shard. */
  Optional<ShardEntry> entry(String shard) {
    return manifest.flatMap(
        m -> m.shards().stream().filter(entry -> entry.name().equals(shard)).findFirst());
  }

  /** Opens a shard; the caller closes it. */
  ByteSource open(String shard) throws IOException {
    return FileByteSource.open(folder.resolve(shard));
  }
}
