package io.pcr.reader.find;

import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.Capability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is in a dataset's folder beside the shards that are read: files that belong to the dataset,
 * and files that only look so. Thread-safe.
 */
final class FolderContents {
  private final DatasetFiles files;
  private final Optional<ShardFinder> finder;

  FolderContents(DatasetFiles files, Optional<ShardFinder> finder) {
    this.files = files;
    this.finder = finder;
  }

  /** As {@link DatasetFiles#unlisted}. */
  List<String> unlisted() throws IOException {
    List<String> unlisted = finder.isPresent() ? finder.get().unlisted() : List.of();
    // The folder of a run is there before its shards, and goes after its manifest was published.
    return unlisted.isEmpty() || isRunUnfinished() || files.isReplaced() ? List.of() : unlisted;
  }

  /** As {@link DatasetFiles#leftOver}. */
  List<String> leftOver() throws IOException {
    if (files.manifest().isEmpty() || !files.location().folder().can(Capability.LIST)) {
      return List.of();
    }
    Set<String> read = Set.copyOf(files.found().values());
    Set<String> listed = files.positions().keySet();
    return files.location().folder().list().stream()
        .filter(ShardNames::isShard)
        .filter(file -> !listed.contains(file) && !read.contains(file))
        .toList();
  }

  /** As {@link DatasetFiles#isRunUnfinished}. */
  boolean isRunUnfinished() {
    return files
        .folder()
        .filter(path -> Files.exists(path.resolve(DatasetFiles.RUN_FOLDER_NAME)))
        .isPresent();
  }

  /** As {@link DatasetFiles#owns}. */
  boolean owns(Path path) throws IOException {
    Path parent = path.toAbsolutePath().getParent();
    Optional<Path> folder = files.folder();
    if (folder.isEmpty() || parent == null || path.getFileName() == null) {
      return false;
    }
    if (!Files.isDirectory(parent) || !Files.isSameFile(parent, folder.get())) {
      return false;
    }
    String name = path.getFileName().toString();
    return GenerationNames.isManifest(name)
        || name.equals(IndexDirectory.FILE_NAME)
        || name.equals(IndexDirectory.SIDECAR_NAME)
        || ShardNames.isShard(name)
        || (files.list().isPresent()
            ? files.entry(name).isPresent()
            : files.shards().contains(name))
        || isShardOfAnotherName(path);
  }

  /** A shard under another name is recognized by its first bytes. */
  private static boolean isShardOfAnotherName(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (ByteSource source = FileByteSource.open(path)) {
      return ShardFinder.isContainer(source);
    }
  }
}
