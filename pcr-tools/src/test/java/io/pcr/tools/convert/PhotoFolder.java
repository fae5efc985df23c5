package io.pcr.tools.convert;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder of JPEGs in two folders of classes, {@code c0} and {@code c1}. */
final class PhotoFolder {
  private PhotoFolder() {}

  /** Writes {@code c0/0.jpg}, {@code c1/1.jpg}, {@code c0/2.jpg} and so on. */
  static Path write(Path folder, int photos) throws IOException {
    for (int i = 0; i < photos; i++) {
      Path photoClass = Files.createDirectories(folder.resolve("c" + i % 2));
      Files.write(photoClass.resolve(i + ".jpg"), JpegFixtures.baseline(i, 40, 30));
    }
    return folder;
  }
}
