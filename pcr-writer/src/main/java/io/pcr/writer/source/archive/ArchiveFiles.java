package io.pcr.writer.source.archive;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.RawNames;
import io.pcr.writer.source.SourceFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The archives of a source: a file, or those of a folder with the right ending. Holds a few of them
 * open, each proved to be as it was when it was listed. Not thread-safe; whoever makes one closes
 * it.
 */
public final class ArchiveFiles implements Closeable {
  private static final int MAX_OPEN = 16;

  private record Open(ByteSource source, long modifiedNanos) {}

  private final Path root;
  private final Map<String, Open> open = new LinkedHashMap<>(16, 0.75f, true);

  public ArchiveFiles(Path root) {
    this.root = root;
  }

  /**
   * The names of the archives, sorted: of a file its own, of a folder those of the files in it that
   * end in one of {@code suffixes}.
   */
  public static List<String> names(Path root, List<String> suffixes) throws IOException {
    if (Files.isRegularFile(root)) {
      return List.of(root.getFileName().toString());
    }
    try (Stream<Path> files = Files.list(root)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> file.getFileName().toString())
          .filter(name -> suffixes.stream().anyMatch(name::endsWith))
          .sorted()
          .toList();
    }
  }

  /** The path of an archive. */
  public static Path resolve(Path root, String name) {
    return Files.isDirectory(root)
        ? RawNames.resolve(root, name.getBytes(StandardCharsets.UTF_8))
        : root;
  }

  /** When a file was last changed, in nanoseconds since 1970. */
  public static long modifiedNanos(Path path) throws IOException {
    return Files.getLastModifiedTime(path).to(TimeUnit.NANOSECONDS);
  }

  /**
   * The archive that an input stands in, open until others push it out.
   *
   * @throws InputRejectedException when it is no longer what it was when the input was listed
   */
  ByteSource source(String name, SourceFile input) throws IOException {
    Open known = open.get(name);
    if (known == null) {
      known = open(name, input);
      open.put(name, known);
      evict();
    }
    if (known.modifiedNanos() != input.modifiedNanos()) {
      throw rejected(input, RejectReason.CHANGED, name + " changed since it was listed");
    }
    return known.source();
  }

  private Open open(String name, SourceFile input) throws IOException {
    Path path = resolve(root, name);
    try {
      long modified = modifiedNanos(path);
      return new Open(FileByteSource.open(path), modified);
    } catch (NoSuchFileException e) {
      throw rejected(input, RejectReason.VANISHED, name + " vanished since it was listed");
    }
  }

  private void evict() throws IOException {
    if (open.size() > MAX_OPEN) {
      Iterator<Open> oldest = open.values().iterator();
      ByteSource source = oldest.next().source();
      oldest.remove();
      source.close();
    }
  }

  static InputRejectedException rejected(SourceFile input, RejectReason reason, String detail) {
    return new InputRejectedException(new Reject(input.keyText(), reason, detail, input.size()));
  }

  @Override
  public void close() throws IOException {
    for (Open file : open.values()) {
      file.source().close();
    }
    open.clear();
  }
}
