package io.pcr.writer.internal.source;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.fuzz.FuzzRead;
import io.pcr.fuzz.Seeds;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Labels in CSV and JSON: each row has what the head promises, or the message names file and line.
 */
class LabelsFileFuzzTest {
  @TempDir static Path folder;

  static Stream<Arguments> seeds() {
    return Stream.of(
            "path,label\na.jpg,1\nb.jpg,2\n",
            "\ufeffpath,label,score:float64,\"no, te\"\r\na,cat,1.5,\"x \"\"y\"\"\n\"\r\nb,dog,,\n",
            "label:int64,path,n\n7,a,007\n-9223372036854775808,b,1\n",
            "path\n\"a",
            "path,b:float32[],i:int64[2]:late,s:string[],t:bool\na,\"[1,2.5]\",\"[1,2]\",[],1\n",
            "{\"path\":\"a\",\"label\":\"x\",\"b\":[1,2.5],\"t\":true,\"s\":[]}\n{\"path\":\"b\"}",
            "{\"path\":\"a\",\"label\":1,\"s:string[]:early\":[\"x\"],\"e:float32[1]\":[1e3]}\n")
        .map(text -> Seeds.seed(text.substring(0, 5), text.getBytes(StandardCharsets.UTF_8)));
  }

  @MethodSource("seeds")
  @FuzzTest
  void labels(byte[] csv) throws IOException {
    Path file = Files.write(folder.resolve("labels.csv"), csv);
    FuzzRead.refuses(
        () -> {
          try {
            readTwice(file);
          } catch (LabelsFileException e) {
            assertTrue(e.getMessage().startsWith(file.toString()), e::getMessage);
          }
        });
  }

  private static void readTwice(Path file) throws IOException {
    LabelsFile labels = LabelsFile.read(file, LabelType.AUTO);
    ExternalSorter sorter = new ExternalSorter(folder);
    labels.addTo(sorter, new LabelPaths(folder));
    try (SortedRecords rows = sorter.sorted()) {
      for (var entry = rows.next(); entry != null; entry = rows.next()) {
        LabelsFile.Row row = LabelsFile.Row.of(entry.value());
        Object[] values = new Object[labels.columns().size()];
        RowCodec.decode(row.values(), labels.columns(), values);
        assertArrayEquals(row.values(), RowCodec.encode(Arrays.asList(values)));
        boolean isNamed = !labels.classNames().isEmpty() && row.label().isPresent();
        assertTrue(!isNamed || row.label().getAsLong() < labels.classNames().size());
      }
    }
  }
}
