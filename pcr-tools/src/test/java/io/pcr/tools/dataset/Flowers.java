package io.pcr.tools.dataset;

import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Images of roses and tulips, and datasets that are converted from them. */
final class Flowers {
  private Flowers() {}

  /** Writes images into a new folder. */
  static Path images(Path folder, int count) throws IOException {
    String[] keys =
        IntStream.range(0, count)
            .mapToObj(i -> (i % 2 == 0 ? "rose/" : "tulip/") + i + ".jpg")
            .toArray(String[]::new);
    Path made = new TestDataset().size(48, 40).shard(keys).write(folder.resolve("made"));
    Path images = folder.resolve("images");
    CommandRun.ok("restore", made, images);
    return images;
  }

  static Path convert(Path images, Path dataset, String... options) {
    List<Object> words = new ArrayList<>(List.of("convert", images, dataset));
    words.addAll(List.of(options));
    CommandRun.ok(words.toArray());
    return dataset;
  }

  /** The file of a shard by its number, or by another name without its suffix. */
  static Path shard(Path dataset, String number) throws IOException {
    String suffix;
    try (Stream<Path> files = Files.list(dataset)) {
      String any =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.startsWith("part-"))
              .findFirst()
              .orElseThrow();
      suffix = any.substring(any.indexOf('.'));
    }
    boolean isNumber = number.chars().allMatch(Character::isDigit);
    return dataset.resolve((isNumber ? "part-0000" + number : number) + suffix);
  }

  /** How many lines contain a text. */
  static long lines(String text, String part) {
    return text.lines().filter(line -> line.contains(part)).count();
  }
}
