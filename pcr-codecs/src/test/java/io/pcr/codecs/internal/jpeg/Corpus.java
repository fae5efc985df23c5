package io.pcr.codecs.internal.jpeg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Photographs to test with: the ImageNet corpus beside the project (or where the environment
 * variable {@code PCR_CORPUS} says), or synthetic ones of the same sizes where there is none.
 */
public final class Corpus {
  /** How many files the corpus has, and its replacement. */
  public static final int SIZE = 100;

  private static final int SYNTHETIC_WIDTH = 500;
  private static final int SYNTHETIC_HEIGHT = 375;
  private static final int GREY_EVERY = 40;

  /** A named file. */
  public static final class Photo {
    private final String name;
    private final byte[] jpeg;

    private Photo(String name, byte[] jpeg) {
      this.name = name;
      this.jpeg = jpeg;
    }

    public String name() {
      return name;
    }

    /** Not to be changed. */
    public byte[] jpeg() {
      return jpeg;
    }
  }

  private Corpus() {}

  /** All of them, real or synthetic. */
  public static List<Photo> photos() {
    Path folder = folder();
    return Files.isDirectory(folder) ? read(folder) : synthetic(SIZE);
  }

  /** The first few, for tests that need photographs but not many. */
  public static List<Photo> some(int count) {
    Path folder = folder();
    return Files.isDirectory(folder) ? read(folder).subList(0, count) : synthetic(count);
  }

  public static boolean isReal() {
    return Files.isDirectory(folder());
  }

  /** Of the ImageNet images; may not be there. */
  public static Path folder() {
    String override = System.getenv("PCR_CORPUS");
    Path corpus =
        override != null
            ? Path.of(override)
            : Path.of(System.getProperty("pcr.root", "..")).resolve("../shared/corpus");
    return corpus.resolve("imagenet");
  }

  private static List<Photo> read(Path folder) {
    List<Photo> photos = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        photos.add(new Photo(folder.relativize(file).toString(), Files.readAllBytes(file)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return photos;
  }

  private static List<Photo> synthetic(int count) {
    return IntStream.range(0, count)
        .parallel()
        .mapToObj(i -> new Photo("synthetic " + i, syntheticPhoto(i)))
        .toList();
  }

  private static byte[] syntheticPhoto(int i) {
    return i % GREY_EVERY == GREY_EVERY - 1
        ? FixtureEncoder.grey(i, SYNTHETIC_WIDTH, SYNTHETIC_HEIGHT).encode()
        : JpegFixtures.baseline(i, SYNTHETIC_WIDTH, SYNTHETIC_HEIGHT);
  }
}
