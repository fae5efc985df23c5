package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A dataset of ten small images to append to. */
abstract class AppendFixture {
  @TempDir Path temporary;

  Path source;
  Path out;

  @BeforeEach
  void makeADataset() throws Exception {
    source = Sources.small(temporary.resolve("source"), 10);
    Files.writeString(source.resolve("c0/bad.jpg"), "bad");
    out = temporary.resolve("out");
    Conversion.convert(options(source), ConversionListener.SILENT);
  }

  void appendAndEndBehindTheManifest(Path more) {
    assertThrows(
        IOException.class,
        () ->
            Conversion.append(
                options(more),
                ConversionListener.SILENT,
                (step, file) -> {
                  if (file.endsWith(".index.tmp")) {
                    throw new IOException("ended here");
                  }
                }));
  }

  Path moreImages() throws IOException {
    return Sources.write(
        temporary.resolve("more"),
        Map.of(
            "c1/n1.jpg", JpegFixtures.baseline(91, 20, 20),
            "c1/n2.jpg", JpegFixtures.baseline(92, 20, 20)));
  }

  Path copyOf(Path dataset, String name) throws IOException {
    Path copy = Files.createDirectories(temporary.resolve(name));
    for (Map.Entry<String, byte[]> file : Sources.read(dataset).entrySet()) {
      Files.write(copy.resolve(file.getKey()), file.getValue());
    }
    return copy;
  }

  ConversionOptions options(Path from) {
    return options(from, out);
  }

  static ConversionOptions options(Path from, Path to) {
    return ConversionOptions.of(FolderSourceOptions.of(from), to);
  }
}
