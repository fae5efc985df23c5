package io.pcr.advisor.internal.strategy;

import io.pcr.codecs.internal.image.ImageCodecs;
import io.pcr.format.media.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The images of a folder that the library decodes, in the order of their names. Immutable.
 *
 * @param folder that they are in, at any depth
 * @param files at least one
 */
public record SourceImages(Path folder, List<Path> files) {
  public SourceImages {
    files = List.copyOf(files);
  }

  /**
   * Finds them.
   *
   * @throws IOException when there is none, or the folder cannot be read
   */
  public static SourceImages in(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile).sorted()::iterator) {
        if (isImage(path)) {
          files.add(path);
        }
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (files.isEmpty()) {
      throw new IOException(
          folder + ": no images of a kind that is decoded: JPEG, PNG, WebP, BMP and PNM");
    }
    return new SourceImages(folder, files);
  }

  private static boolean isImage(Path path) throws IOException {
    byte[] first;
    try (InputStream in = Files.newInputStream(path)) {
      first = in.readNBytes(MediaType.SNIFF_LENGTH);
    }
    Optional<MediaType> type = MediaType.sniff(ByteBuffer.wrap(first));
    return type.isPresent()
        && (type.get() == MediaType.JPEG || ImageCodecs.format(type.get()).isPresent());
  }

  /**
   * So many of them, from all parts of the list; all of them, and some again, if there are fewer.
   */
  public List<Path> spread(int count) {
    List<Path> chosen = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int at = count < files.size() ? (int) ((long) i * files.size() / count) : i % files.size();
      chosen.add(files.get(at));
    }
    return chosen;
  }

  /** Bytes of some files. */
  public static long bytes(List<Path> files) throws IOException {
    long bytes = 0;
    for (Path file : files) {
      bytes += Files.size(file);
    }
    return bytes;
  }
}
