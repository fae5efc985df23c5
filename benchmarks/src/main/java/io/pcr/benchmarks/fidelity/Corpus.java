package io.pcr.benchmarks.fidelity;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Photographs in two parts: constants were fitted and slopes are found on one; what is measured on
 * the other says what they do to images that nobody has looked at. Immutable.
 *
 * @param name in tables
 * @param known images on which something was found
 * @param unseen images on which nothing was
 */
public record Corpus(String name, List<Path> known, List<Path> unseen) {
  private static final int MOST_KNOWN = 500;
  private static final int MOST_UNSEEN = 200;

  public Corpus {
    known = List.copyOf(known);
    unseen = List.copyOf(unseen);
  }

  /** The images of ImageNet, in halves by the hash of their names. */
  static Corpus imagenet(Path folder) throws IOException {
    return new Corpus(
        "ImageNet",
        files(folder, file -> hash(file)[0] % 2 == 0, MOST_KNOWN),
        files(folder, file -> hash(file)[0] % 2 != 0, MOST_UNSEEN));
  }

  /** Photographs of pets, which come in two folders. */
  static Corpus pets(Path folder) throws IOException {
    return new Corpus(
        "pets",
        files(folder.resolve("train"), file -> true, MOST_KNOWN),
        files(folder.resolve("test"), file -> true, MOST_UNSEEN));
  }

  /** In the order of their hashes, so that some stand for all. */
  private static List<Path> files(Path folder, Predicate<Path> which, int most) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .filter(which)
          .sorted(Comparator.comparing(file -> HexFormat.of().formatHex(hash(file))))
          .limit(most)
          .toList();
    }
  }

  private static byte[] hash(Path file) {
    try {
      byte[] name = file.getFileName().toString().getBytes(StandardCharsets.UTF_8);
      return MessageDigest.getInstance("MD5").digest(name);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
