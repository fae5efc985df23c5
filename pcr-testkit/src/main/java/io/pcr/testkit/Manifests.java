package io.pcr.testkit;

import io.pcr.format.Limits;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The manifest of a dataset's folder. Stateless and thread-safe. */
public final class Manifests {
  private Manifests() {}

  public static Manifest read(Path dataset) throws IOException {
    try (ByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /**
   * Puts {@code manifest.pcrm} there, in the place of one that is there, without any lock and
   * without a generation, as in a folder of which only that was copied.
   */
  public static void write(Path dataset, Manifest manifest) throws IOException {
    Files.write(dataset.resolve(Manifest.FILE_NAME), bytes(manifest.encode()));
  }

  /**
   * Adds a generation whose root has the last shard alone; each of the others is in a part of its
   * own, {@code shards-<n>-<i>.pcrp}.
   */
  public static Manifest moveToParts(Path dataset) throws IOException {
    Manifest old = read(dataset);
    long generation = old.generation() + 1;
    int last = old.shards().size() - 1;
    List<ShardPart> parts = new ArrayList<>();
    for (int i = 0; i < last; i++) {
      ShardTable table = ShardTable.of(List.of(old.shards().get(i)));
      String name = ShardPart.fileName(generation, i);
      ByteBuffer file = ShardPart.encode(table, generation);
      parts.add(ShardPart.describe(name, file, table));
      Files.write(dataset.resolve(name), bytes(file));
    }
    ShardTable rest = ShardTable.of(List.of(old.shards().get(last)));
    return add(
        dataset, old.next().generation(generation).parentGeneration(old.generation()), parts, rest);
  }

  /** Adds a generation that lists other shards. */
  public static Manifest add(
      Path dataset, Manifest.Builder next, List<ShardPart> parts, ShardTable shards)
      throws IOException {
    Manifest manifest = next.shards(parts, shards).build();
    byte[] bytes = bytes(manifest.encode());
    Files.write(dataset.resolve(GenerationNames.of(manifest.generation())), bytes);
    Files.write(dataset.resolve(Manifest.FILE_NAME), bytes);
    return manifest;
  }

  /** An entry that says something else of its shard. */
  public static ShardEntry changed(ShardEntry shard, UUID uuid, int restoreDirectoryLength) {
    return new ShardEntry(
        shard.name(),
        shard.shardNumber(),
        shard.variant(),
        shard.compression(),
        uuid,
        shard.totalLength(),
        shard.sampleCount(),
        shard.headCrc32c(),
        shard.prefixLengths(),
        shard.restoreLength(),
        restoreDirectoryLength,
        shard.sourceBytes(),
        shard.restorableSamples());
  }

  /** What a manifest or a part is encoded to. */
  public static byte[] bytes(ByteBuffer encoded) {
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return bytes;
  }

  /** Removes all manifests: nothing says any more what the dataset is. */
  public static void delete(Path dataset) throws IOException {
    for (Path file : files(dataset)) {
      Files.delete(file);
    }
  }

  /** All generations that are there, and the copy of the newest. */
  public static List<Path> files(Path dataset) throws IOException {
    try (Stream<Path> files = Files.list(dataset)) {
      return files
          .filter(file -> GenerationNames.isManifest(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }
}
