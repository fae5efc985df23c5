package io.pcr.conformance.probe;

import static io.pcr.format.error.InvalidFieldException.require;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.keys.KeySegmentFile;
import io.pcr.format.internal.shard.ListedShard;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a root lists, opened in its folder. */
final class DatasetDump {
  private final Path folder;
  private final Manifest manifest;
  private final ShardList shards;
  private final List<ErrorCode> fronts = new ArrayList<>();

  private DatasetDump(Path root) throws IOException {
    folder = root.getParent();
    try (ByteSource source = FileByteSource.open(root)) {
      manifest = Manifest.read(source, Limits.DEFAULT);
    }
    shards =
        new ShardList(manifest, name -> FileByteSource.open(folder.resolve(name)), Limits.DEFAULT);
  }

  static Map<String, Object> open(Path root) throws IOException {
    DatasetDump dataset = new DatasetDump(root);
    dataset.shards.load();
    for (int position = 0; position < dataset.shards.size(); position++) {
      dataset.open(dataset.shards.get(position));
    }
    for (KeySegment segment : dataset.manifest.keySegments()) {
      dataset.open(segment);
    }
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("open", dataset.shards.size());
    if (!dataset.fronts.isEmpty()) {
      dump.put(Probe.ERROR, dataset.fronts.get(0).name());
    }
    return dump;
  }

  /**
   * Looks for a key as users do: in a folder where the root is the dataset's manifest, with the
   * files that it lists and no others, which a reader might use in place of a damaged one.
   */
  static Map<String, Object> find(Path root, String key) throws IOException {
    Path folder = Files.createTempDirectory("probe");
    try {
      Files.copy(root, folder.resolve(Manifest.FILE_NAME));
      for (String name : new DatasetDump(root).names()) {
        Path member = root.toAbsolutePath().resolveSibling(name);
        if (Files.exists(member)) {
          Files.createSymbolicLink(folder.resolve(name), member);
        }
      }
      return Collections.singletonMap("key", place(folder, key));
    } finally {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private Set<String> names() {
    Set<String> names = new TreeSet<>();
    manifest.parts().forEach(part -> names.add(part.name()));
    manifest.keySegments().forEach(segment -> names.add(segment.name()));
    for (int position = 0; position < shards.size(); position++) {
      try {
        names.add(shards.get(position).name());
      } catch (IOException e) {
        // Whoever needs a shard of this part finds its damage again.
      }
    }
    return names;
  }

  private static List<Integer> place(Path folder, String key) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      OptionalLong number = dataset.numberOf(key);
      if (number.isEmpty()) {
        return null;
      }
      SampleLocation place = dataset.locate(number.getAsLong());
      ShardList shards =
          new ShardList(
              dataset.manifest().orElseThrow(),
              name -> FileByteSource.open(folder.resolve(name)),
              Limits.DEFAULT);
      return List.of(shards.shardNumber(place.shard()), place.ordinal());
    }
  }

  private void open(ShardEntry entry) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(entry.name()))) {
      if (entry.variant().isContainer()) {
        ShardFile shard = ShardFile.open(source, ListedShard.copyPosition(entry), Limits.DEFAULT);
        ShardEntries.requireMember(manifest, entry, shard);
        ShardEntries.requireDirectoryLength(entry, shard, source);
        shard.frontDamage().map(PcrException::code).ifPresent(fronts::add);
      } else {
        require(
            source.length() == entry.totalLength(),
            ErrorCode.NOT_AS_LISTED,
            "ShardTable.total_lengths",
            entry.totalLength(),
            source.length());
      }
    } catch (InvalidFieldException e) {
      throw e.in(new Origin(entry.name(), 0));
    }
  }

  private void open(KeySegment segment) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(segment.name()))) {
      new KeySegmentFile(source, segment)
          .check(
              manifest.datasetUuid(),
              (found, origin) -> {
                OptionalInt position = shards.positionOf(found.shardNumber());
                if (position.isPresent()
                    && found.ordinal() >= shards.sampleCount(position.getAsInt())) {
                  throw new PcrException.Corrupt(
                      ErrorCode.MALFORMED,
                      origin.field("KeyEntry.ordinal"),
                      found.ordinal(),
                      "less than " + shards.sampleCount(position.getAsInt()));
                }
              });
    }
  }
}
