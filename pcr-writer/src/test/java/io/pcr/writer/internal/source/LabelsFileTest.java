package io.pcr.writer.internal.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelsFileTest {
  @TempDir private Path folder;

  @Test
  void quotedFieldsHoldCommasQuotesAndLineBreaks() throws IOException {
    Path csv = write("a,b\r\n\"x,y\",\"say \"\"hi\"\"\"\r\n\n\"two\r\nlines\",\"\"\nlast,");
    List<List<String>> records = new ArrayList<>();
    List<Long> lines = new ArrayList<>();
    try (CsvReader reader = new CsvReader(csv)) {
      for (List<String> record = reader.next(); record != null; record = reader.next()) {
        records.add(record);
        lines.add(reader.line());
      }
    }
    assertEquals(
        List.of(
            List.of("a", "b"),
            List.of("x,y", "say \"hi\""),
            List.of("two\r\nlines", ""),
            List.of("last", "")),
        records);
    assertEquals(List.of(1L, 2L, 4L, 6L), lines);
  }

  @Test
  void typesFollowFromTheValuesOrTheHead() throws IOException {
    LabelsFile labels =
        read(write("path,label,n,x,s,forced:float64\na.jpg,1,5,0.5,hello,3\nb.jpg,,-7,2,,4\n"));
    assertEquals(
        List.of(
            new ColumnSpec("n", ColumnType.INT64, Placement.INLINE),
            new ColumnSpec("x", ColumnType.FLOAT64, Placement.INLINE),
            new ColumnSpec("s", ColumnType.STRING, Placement.INLINE),
            new ColumnSpec("forced", ColumnType.FLOAT64, Placement.INLINE)),
        labels.columns());
    assertEquals(List.of(), labels.classNames());
  }

  @Test
  void textThatWouldLoseSomethingAsANumberStaysText() throws IOException {
    String head = "path,hex,zip,id,spaced,plus,n,x";
    String row = "1d,007,12345678901234567890, 5,+1,-3,-2.50e3";
    LabelsFile labels = read(write(head + "\na," + row + "\nb,0x1p3,1,2,3,4,5,NaN\n"));
    assertEquals(
        List.of("STRING", "STRING", "STRING", "STRING", "STRING", "INT64", "FLOAT64"),
        labels.columns().stream().map(column -> column.type().name()).toList());
  }

  @Test
  void labelsMayHaveLeadingZeros() throws IOException {
    assertEquals(List.of(), read(write("path,label\na,007\n")).classNames());
  }

  @Test
  void pipeIsRefusedSinceItCanBeReadOnceOnly() throws Exception {
    Path pipe = folder.resolve("pipe.csv");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    IOException e = assertThrows(LabelsFileException.class, () -> read(pipe));
    assertTrue(e.getMessage().startsWith(pipe + ": not a file"), e.getMessage());
  }

  @Test
  void labelsThatAreNamesAreNumberedInOrder() throws IOException {
    LabelsFile labels = read(write("label,path\nn7,x\nzebra,y\n ant ,z\n"));
    assertEquals(List.of("ant", "n7", "zebra"), labels.classNames());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "7,3,unknown,10 | 3 are integers (\"7\" on line 2, \"3\" on line 3, \"10\" on line"
            + " 5), 1 is not an integer (\"unknown\" on line 4)",
        "1,N/A | 1 is an integer (\"1\" on line 2), 1 is not an integer (\"N/A\" on line 3)",
        "1.5,2 | 1 is an integer (\"2\" on line 3), 1 is not an integer (\"1.5\" on line 2)",
        "1.5,2.5 | neither all integers nor all names: 2 are not integers",
        "cat,NaN | 2 are not integers (\"cat\" on line 2, \"NaN\" on line 3)",
        "1,a,2,b,3,c,4,d,5 | 4 are not integers (\"a\" on line 3, \"b\" on line 5, \"c\" on"
            + " line 7, …)",
        "1,99999999999999999999 | 1 is not an integer (\"99999999999999999999\" on line 3)",
        "7,\u0663 | 1 is not an integer",
        "7,007 | line 2: the labels \"7\" and \"007\" (line 3) are the same number",
      })
  void labelsThatAreNotOfOneKindAreNamedAndNeverRenumbered(String cells, String problem)
      throws IOException {
    Path csv = labels(cells);
    IOException e = assertThrows(LabelsFileException.class, () -> read(csv));
    assertTrue(e.getMessage().contains(problem), e.getMessage());
    assertTrue(e.getMessage().contains("--label-type=names"), e.getMessage());
    // Whoever says that they are names gets a class for each.
    assertEquals(
        cells.split(",", -1).length, LabelsFile.read(csv, LabelType.NAMES).classNames().size());
  }

  @Test
  void labelsThatMustBeNumbersAreNumbersOrAnError() throws IOException {
    assertEquals(
        List.of(), LabelsFile.read(labels("7,007,-1,,+3"), LabelType.NUMBERS).classNames());
    assertEquals(
        Arrays.asList(7L, 7L, -1L, null, 3L),
        rowLabels(labels("7, 007,-1,,+3"), LabelType.NUMBERS));
    Path names = labels("cat,dog");
    IOException e =
        assertThrows(LabelsFileException.class, () -> LabelsFile.read(names, LabelType.NUMBERS));
    assertTrue(
        e.getMessage().contains("2 labels are not integers (\"cat\" on line 2"), e.getMessage());
  }

  @Test
  void labelsOfDigitsAreNamesWhereTheUserOrTheHeadSaysSo() throws IOException {
    assertEquals(List.of(1L, 0L), rowLabels(labels("7,10"), LabelType.NAMES));
    Path head = write("path,label:string\na,7\nb,10\n");
    assertEquals(List.of("10", "7"), read(head).classNames());
    assertThrows(LabelsFileException.class, () -> LabelsFile.read(head, LabelType.NUMBERS));
    Path half = write("path,label:float64\na,7\n");
    assertThrows(LabelsFileException.class, () -> read(half));
  }

  @Test
  void spacesAroundNamesAndLabelsAreNoPartOfThem() throws IOException {
    Path csv = write("path, label\u00a0,\tn ,note\na.jpg , 7, 12,x\n\"b \", -1 ,\"5\" ,\" y\"\n");
    assertEquals(List.of(7L, -1L), rowLabels(csv, LabelType.AUTO));
    assertEquals(List.of("a.jpg", "b "), keys(csv));
    assertEquals(
        List.of("n INT64", "note STRING"),
        read(csv).columns().stream().map(spec -> spec.name() + " " + spec.type()).toList());
    Path twice = write("path,label, label\na,1,2\n");
    IOException e = assertThrows(LabelsFileException.class, () -> read(twice));
    assertTrue(e.getMessage().contains("two columns are named \"label\""), e.getMessage());
    // Without spaces in the head, a name may begin with one.
    assertEquals(List.of(" a"), keys(write("path,label\n a,1\n")));
  }

  @ParameterizedTest
  @CsvSource({
    "Label,Label",
    "labels,labels",
    "lable,lable",
    "lbel,lbel",
    "class,class",
    "score,",
    "la,",
    "tables,",
    "label,"
  })
  void columnThatMayBeTheLabelsIsPointedOut(String name, String near) throws IOException {
    LabelsFile labels = read(write("path," + name + "\na,1\n"));
    assertEquals(Optional.ofNullable(near), labels.nearLabel());
  }

  @Test
  void pathsAreThoseOfTheFolderHoweverTheyAreWritten() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder);
    LabelPaths paths = new LabelPaths(link);
    for (String path :
        List.of(
            "a/1.jpg",
            "./a/1.jpg",
            "a//1.jpg",
            "a/./1.jpg",
            folder + "/a/1.jpg",
            link + "//a/1.jpg")) {
      assertEquals("a/1.jpg", paths.keyOf(path), path);
    }
    for (String path : List.of("/elsewhere/a/1.jpg", "../a/1.jpg", ".a/1.jpg", "a/1.jpg.")) {
      assertEquals(path, paths.keyOf(path));
    }
  }

  @Test
  void bytesThatAreNoTextAreNamedWithLineAndPlaceHoweverFarBehind() throws IOException {
    Path csv = folder.resolve("latin1.csv");
    String rows = "a/some/path.jpg,caf\u00e9\n".repeat(5000);
    byte[] text = ("path,label\n" + rows).getBytes(StandardCharsets.UTF_8);
    for (int bad : new int[] {11, 8191, 8192, 16383, 70_001, text.length - 1}) {
      byte[] broken = text.clone();
      broken[bad] = (byte) 0xfe; // Stands in no UTF-8; the byte before may miss its second one.
      Files.write(csv, broken);
      long line =
          1
              + new String(text, 0, bad, StandardCharsets.ISO_8859_1)
                  .chars()
                  .filter(c -> c == '\n')
                  .count();
      boolean isSecond = text[bad - 1] == (byte) 0xc3;
      long offset = isSecond ? bad - 1 : bad;
      IOException e = assertThrows(LabelsFileException.class, () -> read(csv));
      String expected =
          csv
              + ", line "
              + line
              + ": not UTF-8: the byte 0x"
              + (isSecond ? "c3" : "fe")
              + " at "
              + offset
              + " of";
      assertTrue(e.getMessage().startsWith(expected), expected + "\n" + e.getMessage());
    }
  }

  @Test
  void numbersThatNoDoubleHoldsStayText() throws IOException {
    String row = "1e400,1e-400,9007199254740993,0e9,-0.0,Infinity";
    LabelsFile labels = read(write("path,a,b,c,d,e,f\nx," + row + "\ny,1.5,1.5,1.5,1.5,1.5,1.5\n"));
    assertEquals(
        List.of("STRING", "STRING", "STRING", "FLOAT64", "FLOAT64", "FLOAT64"),
        labels.columns().stream().map(column -> column.type().name()).toList());
    Path stated = write("path,x:float64\na,1e400\n");
    IOException e = assertThrows(LabelsFileException.class, () -> keys(stated));
    assertTrue(e.getMessage().endsWith("column x: \"1e400\" is not FLOAT64"), e.getMessage());
  }

  @Test
  void rowsThatGoWhileTheFileIsReadAreMissedAndNotTakenForImagesWithoutARow() throws IOException {
    Path csv = write("path,label\na.jpg,1\nb.jpg,2\n");
    LabelsFile labels = read(csv);
    Files.writeString(csv, "path,label\na.jpg,1\n");
    try (ExternalSorter sorter = new ExternalSorter(folder, 1000)) {
      IOException e =
          assertThrows(
              LabelsFileException.class, () -> labels.addTo(sorter, new LabelPaths(folder)));
      assertTrue(e.getMessage().contains("changed while it was read"), e.getMessage());
    }
  }

  @Test
  void byteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    LabelsFile labels = read(write("\ufeffpath,label\na,1\n"));
    assertEquals(List.of(), labels.columns());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "name,label\\na,1\\n | line 1: no column is named \"path\"",
        "path,label\\na,1,2\\n | line 2: 3 fields, the first line has 2",
        "path,a,a\\n | line 1: two columns are named \"a\"",
        "path,x:int64\\na,1\\nb,one\\n | line 3: column x: \"one\" is not INT64",
        "path,x:int65\\n | line 1: \"int65\" is not a type",
        "path,label\\na,\"1\\n | line 2: a quoted field without an end",
        "path,label\\na,\"1\"x\\n | line 2: text after a closing quote",
        "path,label\\na,1\"x\\n | line 2: a quote inside a field",
        "path,\\na,1\\n | line 1: column 2 has no name",
        "path,label\\n,1\\n | line 2: an empty path",
      })
  void mistakeIsNamedWithItsLine(String text, String problem) throws IOException {
    Path csv = write(text.replace("\\n", "\n"));
    IOException e =
        assertThrows(
            LabelsFileException.class,
            () -> {
              try (ExternalSorter sorter = new ExternalSorter(folder, 1000)) {
                read(csv).addTo(sorter, new LabelPaths(folder));
              }
            });
    assertTrue(e.getMessage().startsWith(csv + ", " + problem), e.getMessage());
  }

  @Test
  void emptyFileAndBytesThatAreNoTextAreNamed() throws IOException {
    Path empty = write("");
    assertThrows(LabelsFileException.class, () -> read(empty));
    Path binary = folder.resolve("binary.csv");
    Files.write(binary, new byte[] {'p', 'a', 't', 'h', '\n', (byte) 0xff, '\n'});
    IOException e = assertThrows(LabelsFileException.class, () -> read(binary));
    assertTrue(
        e.getMessage().startsWith(binary + ", line 2: not UTF-8: the byte 0xff at 5 of the file"),
        e.getMessage());
  }

  private Path labels(String cells) throws IOException {
    StringBuilder text = new StringBuilder("path,label\n");
    for (String cell : cells.split(",", -1)) {
      text.append(text.length()).append(',').append(cell).append('\n');
    }
    return write(text.toString());
  }

  private List<Long> rowLabels(Path csv, LabelType type) throws IOException {
    return rows(csv, type).values().stream()
        .map(row -> row.label().isPresent() ? row.label().getAsLong() : null)
        .toList();
  }

  private List<String> keys(Path csv) throws IOException {
    return List.copyOf(rows(csv, LabelType.AUTO).keySet());
  }

  /** The rows in the order of their lines. */
  private Map<String, LabelsFile.Row> rows(Path csv, LabelType type) throws IOException {
    Map<Long, Map.Entry<String, LabelsFile.Row>> byLine = new TreeMap<>();
    try (ExternalSorter sorter = new ExternalSorter(folder, 1000)) {
      LabelsFile.read(csv, type).addTo(sorter, new LabelPaths(folder));
      try (SortedRecords cursor = sorter.sorted()) {
        for (var entry = cursor.next(); entry != null; entry = cursor.next()) {
          LabelsFile.Row row = LabelsFile.Row.of(entry.value());
          String key = new String(entry.key(), StandardCharsets.UTF_8);
          byLine.put(row.line(), Map.entry(key, row));
        }
      }
    }
    Map<String, LabelsFile.Row> rows = new LinkedHashMap<>();
    byLine.values().forEach(entry -> rows.put(entry.getKey(), entry.getValue()));
    return rows;
  }

  private static LabelsFile read(Path csv) throws IOException {
    return LabelsFile.read(csv, LabelType.AUTO);
  }

  private Path write(String text) throws IOException {
    Path csv = folder.resolve("labels.csv");
    Files.writeString(csv, text);
    return csv;
  }
}
