package io.pcr.writer.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.writer.source.archive.TarSourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveConversionTest {
  @TempDir Path folder;

  @Test
  void aTarBecomesADatasetThatGivesItsImagesBack() throws Exception {
    Path images = Sources.small(folder.resolve("images"), 30);
    Map<String, byte[]> expected = new TreeMap<>();
    Sources.read(images)
        .forEach((name, bytes) -> expected.put(name.substring(0, name.indexOf('.')), bytes));
    for (String key : expected.keySet()) {
      Files.write(images.resolve(key + ".cls"), "5".getBytes(UTF_8));
    }
    Path tar = folder.resolve("train.tar");
    Process pack =
        new ProcessBuilder(
                "tar", "--sort=name", "-cf", tar.toString(), "-C", images.toString(), ".")
            .inheritIO()
            .start();
    assertEquals(0, pack.waitFor());

    Path out = folder.resolve("out");
    Conversion.convert(
        ConversionOptions.of(TarSourceOptions.of(tar), out), ConversionListener.SILENT);

    Map<String, ReadBack.Found> found = new TreeMap<>(ReadBack.of(out).samples);
    assertEquals(expected.keySet(), found.keySet());
    found.forEach(
        (key, sample) -> {
          assertArrayEquals(expected.get(key), sample.original(), key);
          assertEquals(5L, sample.label(), key);
        });
  }
}
