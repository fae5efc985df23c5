package io.pcr.advisor.sample;

import io.pcr.writer.internal.source.ImageNames;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.kind.SourceKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Some of the images of a source, which stand for all. Immutable.
 *
 * @param source of the sample
 * @param share of all images that the sample is, from 0 to 1; of archives by their bytes
 */
record SampledImages(SourceOptions source, double share) {
  /** Archives are sampled by file, and taken whole below this. */
  private static final long MOST_ARCHIVE_BYTES = 1L << 30;

  /**
   * Takes a sample.
   *
   * @param count of images, at most
   * @param folder a new one for copies
   * @throws TooFewImagesException when there are none
   */
  static SampledImages of(Path images, SourceKind kind, int count, long seed, Path folder)
      throws IOException {
    if (kind == SourceKind.FOLDER) {
      List<Path> all = files(images, true);
      if (all.isEmpty()) {
        throw new TooFewImagesException(images + ": it has no images");
      }
      shuffle(all, seed);
      List<Path> some = all.subList(0, Math.min(count, all.size()));
      copy(some, images, folder);
      return new SampledImages(kind.options(folder), (double) some.size() / all.size());
    }
    return ofArchives(images, kind, seed, folder);
  }

  private static SampledImages ofArchives(Path images, SourceKind kind, long seed, Path folder)
      throws IOException {
    List<Path> all = files(images, false);
    long bytes = 0;
    for (Path file : all) {
      bytes += Files.size(file);
    }
    if (bytes <= MOST_ARCHIVE_BYTES || kind == SourceKind.REFERENCE_PCR) {
      return new SampledImages(kind.options(images), 1);
    }
    shuffle(all, seed);
    List<Path> some = new ArrayList<>();
    long taken = 0;
    for (Path file : all) {
      if (taken + Files.size(file) <= MOST_ARCHIVE_BYTES) {
        some.add(file);
        taken += Files.size(file);
      }
    }
    if (some.isEmpty()) {
      throw new TooFewImagesException(
          images
              + ": its smallest file has more than a sample's "
              + MOST_ARCHIVE_BYTES
              + " bytes; convert it, and tune the dataset");
    }
    copy(some, images, folder);
    return new SampledImages(kind.options(folder), (double) taken / bytes);
  }

  private static void shuffle(List<Path> files, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = files.size() - 1; i > 0; i--) {
      Collections.swap(files, i, random.nextInt(i + 1));
    }
  }

  /** All files, in an order that does not depend on the file system. */
  private static List<Path> files(Path root, boolean onlyImages) throws IOException {
    try (Stream<Path> walk = Files.walk(root)) {
      return new ArrayList<>(
          walk.filter(Files::isRegularFile)
              .filter(file -> !onlyImages || ImageNames.isImage(file.getFileName().toString()))
              .sorted()
              .toList());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static void copy(List<Path> files, Path root, Path folder) throws IOException {
    for (Path file : files) {
      Path copy = folder.resolve(file.equals(root) ? file.getFileName() : root.relativize(file));
      Files.createDirectories(copy.getParent());
      Files.copy(file, copy);
    }
  }
}
