package io.pcr.tools.dataset;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.find.ShardFinder;
import io.pcr.reader.find.ShardFolder;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.tfrecord.TfRecordReadOptions;
import io.pcr.tfrecord.TfRecordShard;
import io.pcr.tfrecord.compression.TfRecordCompression;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Units;
import io.pcr.writer.journal.RunFolder;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The files that an argument names: a dataset's folder or base URI, or one shard. Immutable and
 * thread-safe; whoever opens a shard closes it.
 */
public final class DatasetFiles {
  /** Extensions of files that are shards of this format. */
  private static final List<String> SHARD_EXTENSIONS = List.of(".pcr", ".pcrl");

  /** Extensions of files that are shards when a manifest lists them. */
  private static final List<String> RECORD_EXTENSIONS =
      Arrays.stream(TfRecordCompression.values()).map(TfRecordCompression::suffix).toList();

  private final String name;
  private final Optional<Path> folder;
  private final Optional<URI> base;
  private final Optional<Manifest> manifest;
  private final List<String> shards;
  private final Map<String, ShardEntry> entries = new HashMap<>();
  private final Optional<ShardFinder> finder;

  private DatasetFiles(
      String name,
      Optional<Path> folder,
      Optional<URI> base,
      Optional<Manifest> manifest,
      List<String> shards,
      Optional<ShardEntry> alone,
      Consumer<String> notices) {
    this.name = name;
    this.folder = folder;
    this.base = base;
    this.manifest = manifest;
    this.shards = List.copyOf(shards);
    manifest.ifPresent(m -> m.shards().forEach(entry -> entries.put(entry.name(), entry)));
    alone.ifPresent(entry -> entries.put(entry.name(), entry));
    finder = manifest.map(m -> new ShardFinder(shardFolder(), m, notices));
  }

  private ShardFolder shardFolder() {
    return folder.map(ShardFolder::local).orElseGet(() -> ShardFolder.unlisted(this::openNamed));
  }

  /**
   * Finds out what an argument names.
   *
   * @param argument a folder, a shard, a manifest, or the HTTP(S) URI of one of them
   * @throws UsageException when it is none, saying what it is
   */
  public static DatasetFiles of(String argument, Limits limits) throws IOException {
    return of(argument, limits, notice -> {});
  }

  /**
   * As {@link #of(String, Limits)}.
   *
   * @param notices told which shards are found under other names
   */
  public static DatasetFiles of(String argument, Limits limits, Consumer<String> notices)
      throws IOException {
    if (argument.startsWith("http://") || argument.startsWith("https://")) {
      return remote(uri(argument), limits, notices);
    }
    Path path = path(argument);
    if (!Files.isDirectory(path)) {
      String file = path.toAbsolutePath().getFileName().toString();
      if (file.equals(Manifest.FILE_NAME)) {
        return local(path.toAbsolutePath().getParent(), limits, notices);
      }
      Path folder = path.toAbsolutePath().getParent();
      Optional<ShardEntry> alone =
          isRecords(file) ? Optional.of(alone(folder, file, limits)) : Optional.empty();
      return new DatasetFiles(
          file,
          Optional.of(folder),
          Optional.empty(),
          Optional.empty(),
          List.of(file),
          alone,
          notices);
    }
    return local(path, limits, notices);
  }

  private static ShardEntry alone(Path folder, String file, Limits limits) throws IOException {
    try (ByteSource source = FileByteSource.open(folder.resolve(file))) {
      return TfRecordShard.alone(file, source, TfRecordReadOptions.DEFAULT.withLimits(limits));
    }
  }

  private static DatasetFiles local(Path folder, Limits limits, Consumer<String> notices)
      throws IOException {
    Path manifestFile = folder.resolve(Manifest.FILE_NAME);
    if (!Files.exists(manifestFile)) {
      throw new UsageException(withoutManifest(folder));
    }
    Manifest manifest;
    try (ByteSource source = FileByteSource.open(manifestFile)) {
      manifest = Manifest.read(source, limits);
    }
    Path name = folder.toRealPath().getFileName();
    return new DatasetFiles(
        name == null ? folder.toString() : name.toString(),
        Optional.of(folder),
        Optional.empty(),
        Optional.of(manifest),
        names(manifest),
        Optional.empty(),
        notices);
  }

  /** What a folder without a manifest is, and what to do about it. */
  public static String withoutManifest(Path folder) throws IOException {
    int shards = shardFiles(folder).size();
    if (shards == 0) {
      return folder + ": not a dataset, it has no " + Manifest.FILE_NAME;
    }
    String found = Units.count(shards, "shard") + " and no " + Manifest.FILE_NAME;
    return RunFolder.isUnfinished(folder)
        ? folder
            + ": a dataset that is not finished, it has "
            + found
            + "; run the same 'pcr convert' again to finish it, or name one shard"
        : folder
            + ": it has "
            + found
            + "; 'pcr repair' makes a dataset of them, or name one shard";
  }

  private static DatasetFiles remote(URI uri, Limits limits, Consumer<String> notices)
      throws IOException {
    String last = lastName(uri);
    if (isRecords(last)) {
      throw new UsageException(
          last + ": what a TFRecord file holds, its dataset's manifest says; name the folder");
    }
    if (SHARD_EXTENSIONS.stream().anyMatch(last::endsWith)) {
      return new DatasetFiles(
          last,
          Optional.empty(),
          Optional.of(uri.resolve(".")),
          Optional.empty(),
          List.of(last),
          Optional.empty(),
          notices);
    }
    boolean isManifest = last.equals(Manifest.FILE_NAME);
    URI base = isManifest || uri.getPath().endsWith("/") ? uri.resolve(".") : URI.create(uri + "/");
    Manifest manifest;
    try (ByteSource source = HttpByteSource.open(base.resolve(Manifest.FILE_NAME))) {
      manifest = Manifest.read(source, limits);
    }
    return new DatasetFiles(
        isManifest ? lastName(base) : last,
        Optional.empty(),
        Optional.of(base),
        Optional.of(manifest),
        names(manifest),
        Optional.empty(),
        notices);
  }

  private static List<String> names(Manifest manifest) {
    return manifest.shards().stream().map(ShardEntry::name).toList();
  }

  private static String lastName(URI uri) {
    String path = uri.getPath().replaceAll("/+$", "");
    String last = path.substring(path.lastIndexOf('/') + 1);
    return last.isEmpty() ? uri.getHost() : last;
  }

  private static URI uri(String argument) {
    try {
      return new URI(argument);
    } catch (URISyntaxException e) {
      throw new UsageException(argument + ": not a URI: " + e.getReason());
    }
  }

  private static Path path(String argument) {
    if (argument.isEmpty()) {
      throw new UsageException("an empty path is no dataset; is a variable not set?");
    }
    try {
      return Path.of(argument);
    } catch (InvalidPathException e) {
      throw new UsageException("not a path: " + e.getReason());
    }
  }

  /** Whether a file is named as a shard is that is a TFRecord file. */
  public static boolean isRecords(String file) {
    return RECORD_EXTENSIONS.stream().anyMatch(file::endsWith);
  }

  /** The last name of the path. */
  public String name() {
    return name;
  }

  /** The manifest; empty for a shard by itself. */
  public Optional<Manifest> manifest() {
    return manifest;
  }

  /** The dataset's folder, when it is a local one. */
  public Optional<Path> folder() {
    return folder;
  }

  /** The names of the shards, in the order of the dataset. */
  public List<String> shards() {
    return shards;
  }

  /** How the shards are opened that a manifest lists. */
  public Optional<ShardFinder> finder() {
    return finder;
  }

  /** What the manifest says of a shard, or a TFRecord file by itself shows. */
  public Optional<ShardEntry> entry(String shard) {
    return Optional.ofNullable(entries.get(shard));
  }

  /** The file that a shard was found in, where that is not the one of its name. */
  public Optional<String> foundAs(String shard) {
    return finder.flatMap(f -> entry(shard).map(f::fileOf).filter(file -> !file.equals(shard)));
  }

  /**
   * Looks for a TFRecord shard whose file is another, though it is as long.
   *
   * @return whether it was found, so that {@link #open} gives it
   */
  public boolean identify(String shard) throws IOException {
    return finder.isPresent() && finder.get().identify(entries.get(shard));
  }

  /** Opens a shard, whatever the name of its file; the caller closes it. */
  public ByteSource open(String shard) throws IOException {
    return finder.isPresent() && entries.containsKey(shard)
        ? finder.get().open(entries.get(shard))
        : openNamed(shard);
  }

  private ByteSource openNamed(String file) throws IOException {
    if (base.isPresent()) {
      return HttpByteSource.open(base.get().resolve(encoded(file)));
    }
    return FileByteSource.open(folder.orElseThrow().resolve(file));
  }

  private static String encoded(String file) {
    try {
      // "./" keeps a name with a colon from being taken for a scheme.
      return new URI(null, null, "./" + file, null).toASCIIString();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no URI can be made of " + file, e);
    }
  }

  /**
   * Shards in the folder that the manifest does not list: left by a run that was interrupted. Those
   * that were found to be listed under other names are none.
   */
  public List<String> unlisted() throws IOException {
    if (folder.isEmpty() || manifest.isEmpty()) {
      return List.of();
    }
    Set<String> found = new HashSet<>(finder.orElseThrow().found().values());
    return shardFiles(folder.get()).stream()
        .filter(file -> !entries.containsKey(file) && !found.contains(file))
        .toList();
  }

  /** Names of the files in a folder that are shards by their extension, sorted. */
  public static List<String> shardFiles(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        boolean shard = SHARD_EXTENSIONS.stream().anyMatch(name::endsWith) || isRecords(name);
        if (shard && !name.startsWith(".")) {
          found.add(name);
        }
      }
    }
    Collections.sort(found);
    return found;
  }
}
