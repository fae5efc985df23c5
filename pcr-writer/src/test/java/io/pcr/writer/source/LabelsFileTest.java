package io.pcr.writer.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
        LabelsFile.read(
            write("path,label,n,x,s,forced:float64\na.jpg,1,5,0.5,hello,3\nb.jpg,,-7,2,,4\n"));
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
    LabelsFile labels = LabelsFile.read(write(head + "\na," + row + "\nb,0x1p3,1,2,3,4,5,NaN\n"));
    assertEquals(
        List.of("STRING", "STRING", "STRING", "STRING", "STRING", "INT64", "FLOAT64"),
        labels.columns().stream().map(column -> column.type().name()).toList());
  }

  @Test
  void labelsMayHaveLeadingZeros() throws IOException {
    assertEquals(List.of(), LabelsFile.read(write("path,label\na,007\n")).classNames());
  }

  @Test
  void pipeIsRefusedSinceItCanBeReadOnceOnly() throws Exception {
    Path pipe = folder.resolve("pipe.csv");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    IOException e = assertThrows(LabelsFileException.class, () -> LabelsFile.read(pipe));
    assertTrue(e.getMessage().startsWith(pipe + ": not a file"), e.getMessage());
  }

  @Test
  void labelsThatAreNamesAreNumberedInOrder() throws IOException {
    LabelsFile labels = LabelsFile.read(write("label,path\n7,x\nzebra,y\nant,z\n"));
    assertEquals(List.of("7", "ant", "zebra"), labels.classNames());
  }

  @Test
  void byteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    LabelsFile labels = LabelsFile.read(write("\ufeffpath,label\na,1\n"));
    assertEquals(List.of(), labels.columns());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "name,label\\na,1\\n | line 1: no column is named \"path\"",
        "path,label\\na,1,2\\n | line 2: 3 fields, the head has 2",
        "path,a,a\\n | line 1: two columns are named \"a\"",
        "path,x:int64\\na,1\\nb,one\\n | line 3: column x: \"one\" is not INT64",
        "path,x:int65\\n | line 1: \"int65\" is no type",
        "path,label\\na,\"1\\n | line 2: a quoted field without an end",
        "path,label\\na,\"1\"x\\n | line 2: text after a closing quote",
        "path,label\\na,1\"x\\n | line 2: a quote inside a field",
        "path,\\na,1\\n | line 1: column 2 has no name",
        "path,label\\n,1\\n | line 2: an empty path",
        "path,label\\na,-9223372036854775808\\n | line 2: the label -9223372036854775808 is",
      })
  void mistakeIsNamedWithItsLine(String text, String problem) throws IOException {
    Path csv = write(text.replace("\\n", "\n"));
    IOException e =
        assertThrows(
            LabelsFileException.class,
            () -> {
              try (ExternalSorter sorter = new ExternalSorter(folder, 1000)) {
                LabelsFile.read(csv).addTo(sorter);
              }
            });
    assertTrue(e.getMessage().startsWith(csv + ", " + problem), e.getMessage());
  }

  @Test
  void emptyFileAndBytesThatAreNoTextAreNamed() throws IOException {
    Path empty = write("");
    assertThrows(LabelsFileException.class, () -> LabelsFile.read(empty));
    Path binary = folder.resolve("binary.csv");
    Files.write(binary, new byte[] {'p', 'a', 't', 'h', '\n', (byte) 0xff, '\n'});
    IOException e = assertThrows(LabelsFileException.class, () -> LabelsFile.read(binary));
    assertTrue(e.getMessage().endsWith(": not UTF-8"), e.getMessage());
  }

  private Path write(String text) throws IOException {
    Path csv = folder.resolve("labels.csv");
    Files.writeString(csv, text);
    return csv;
  }
}
