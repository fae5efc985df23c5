package io.pcr.conformance.together;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The images of all datasets here, a few pixels each, by key; the same in every process. */
enum Images {
  /** What a dataset begins with. */
  INITIAL,
  /** What the first of two appends. */
  FIRST,
  /** What the second of two appends. */
  SECOND;

  private List<String> keys() {
    return switch (this) {
      case INITIAL -> List.of("c/0.jpg", "c/1.jpg", "d/2.jpg");
      case FIRST -> List.of("c/3.jpg", "e/4.jpg");
      case SECOND -> List.of("d/5.jpg");
    };
  }

  Map<String, byte[]> files() {
    Map<String, byte[]> files = new TreeMap<>();
    for (String key : keys()) {
      files.put(key, JpegFixtures.baseline(key.hashCode(), 32, 24));
    }
    return files;
  }

  Path write(Path folder) throws IOException {
    for (Map.Entry<String, byte[]> file : files().entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
    return folder;
  }

  /** The files of each generation that can be: what is initial, and any of what is appended. */
  static List<Map<String, byte[]>> generations() {
    List<Map<String, byte[]>> all = new ArrayList<>();
    for (int chosen = 0; chosen < 4; chosen++) {
      Map<String, byte[]> files = INITIAL.files();
      files.putAll((chosen & 1) == 0 ? Map.of() : FIRST.files());
      files.putAll((chosen & 2) == 0 ? Map.of() : SECOND.files());
      all.add(files);
    }
    return all;
  }
}
