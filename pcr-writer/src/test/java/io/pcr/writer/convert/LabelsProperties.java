package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.Size;

/** What a labels file says of an image is what the dataset says of it, or the file is refused. */
class LabelsProperties {
  private static final List<String> CELLS =
      List.of(
          "",
          "0",
          "7",
          "10",
          "-1",
          "007",
          "+3",
          "9223372036854775807",
          "cat",
          "dog",
          "n01",
          "N/A",
          "1.5",
          "NaN",
          "99999999999999999999",
          "a,b",
          "say \"hi\"",
          "\u00e9",
          " 7",
          "cat ");

  private final byte[] image = JpegFixtures.grey(9, 7);

  @Provide
  Arbitrary<String> cells() {
    Arbitrary<String> integers = Arbitraries.longs().between(-99, 99).map(String::valueOf);
    return Arbitraries.oneOf(Arbitraries.of(CELLS), integers);
  }

  @Provide
  Arbitrary<List<String>> integers() {
    return Arbitraries.oneOf(
            Arbitraries.longs().between(Long.MIN_VALUE + 1, Long.MAX_VALUE).map(String::valueOf),
            Arbitraries.of("", " 7 ", "-1"))
        .list()
        .ofMinSize(1)
        .ofMaxSize(8);
  }

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void labelsAreThoseOfTheFileOrTheFileIsRefused(
      @ForAll @Size(min = 1, max = 6) List<@net.jqwik.api.From("cells") String> cells,
      @ForAll LabelType type)
      throws Exception {
    Path temporary = Files.createTempDirectory("pcr-labels");
    try {
      requireSame(cells, convert(temporary, cells, type));
    } catch (LabelsFileException e) {
      assertFalse(Files.exists(temporary.resolve("out/manifest.pcrm")));
      boolean isNames = type == LabelType.NAMES;
      assertFalse(isNames, e.getMessage());
      assertTrue(e.getMessage().contains("--label-type=names"), e.getMessage());
    }
    KillTest.delete(temporary);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.BOUNDED)
  void integersAreNeverRefusedAndNeverRenumbered(@ForAll("integers") List<String> cells)
      throws Exception {
    Path temporary = Files.createTempDirectory("pcr-labels");
    ReadBack back = convert(temporary, cells, LabelType.AUTO);
    assertEquals(List.of(), back.manifest.classNames());
    requireSame(cells, back);
    KillTest.delete(temporary);
  }

  @Property(tries = 30, shrinking = ShrinkingMode.BOUNDED)
  void rowsAndImagesThatDoNotMeetAreAllCounted(
      @ForAll @Size(max = 12) List<Boolean> imageThere,
      @ForAll @Size(max = 12) List<Boolean> rowThere)
      throws Exception {
    Map<String, byte[]> files = new TreeMap<>(Map.of("always.jpg", image));
    StringBuilder csv = new StringBuilder("path,label\nalways.jpg,0\n");
    long rows = 0;
    long images = 0;
    for (int i = 0; i < 12; i++) {
      boolean hasImage = i < imageThere.size() && imageThere.get(i);
      boolean hasRow = i < rowThere.size() && rowThere.get(i);
      if (hasImage) {
        files.put(i + ".jpg", image);
      }
      csv.append(hasRow ? "./" + i + ".jpg," + i + "\n" : "");
      rows += hasRow && !hasImage ? 1 : 0;
      images += hasImage && !hasRow ? 1 : 0;
    }
    Path temporary = Files.createTempDirectory("pcr-labels");
    Path source = Sources.write(temporary.resolve("source"), files);
    Path labels = Files.writeString(temporary.resolve("labels.csv"), csv.toString());
    ConversionSummary summary =
        Conversion.convert(
            ConversionOptions.of(
                FolderSourceOptions.of(source).withLabelsFile(Optional.of(labels)),
                temporary.resolve("out")),
            ConversionListener.SILENT);
    assertEquals(rows, summary.findings().of(Finding.ROWS_WITHOUT_IMAGE).count());
    assertEquals(images, summary.findings().of(Finding.IMAGES_WITHOUT_ROW).count());
    assertEquals(rows, summary.rejects());
    assertEquals(
        images,
        ReadBack.of(temporary.resolve("out")).samples.values().stream()
            .filter(found -> found.label() == null)
            .count());
    KillTest.delete(temporary);
  }

  private ReadBack convert(Path temporary, List<String> cells, LabelType type) throws Exception {
    Map<String, byte[]> files = new TreeMap<>();
    StringBuilder csv = new StringBuilder("path,label\n");
    for (int i = 0; i < cells.size(); i++) {
      files.put(i + ".jpg", image);
      csv.append(i).append(".jpg,\"").append(cells.get(i).replace("\"", "\"\"")).append("\"\n");
    }
    Path source = Sources.write(temporary.resolve("source"), files);
    Path labels = Files.writeString(temporary.resolve("labels.csv"), csv.toString());
    FolderSourceOptions options =
        FolderSourceOptions.of(source).withLabelsFile(Optional.of(labels)).withLabelType(type);
    Path out = temporary.resolve("out");
    Conversion.convert(ConversionOptions.of(options, out), ConversionListener.SILENT);
    return ReadBack.of(out);
  }

  /** Each label, by its name where it has one, is what the cell says. */
  private static void requireSame(List<String> cells, ReadBack back) {
    Map<Long, String> names = new HashMap<>();
    back.manifest.classNames().forEach(name -> names.put(name.label(), name.name()));
    for (int i = 0; i < cells.size(); i++) {
      String cell = cells.get(i).strip();
      Long label = back.samples.get(i + ".jpg").label();
      if (cell.isEmpty()) {
        assertEquals(null, label);
      } else if (names.isEmpty()) {
        assertEquals(Long.valueOf(cell), label);
      } else {
        assertEquals(cell, names.get(label));
      }
    }
  }
}
