package io.pcr.writer.internal.source.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a tar's JSON, and the kinds of files in it, become as columns. */
class TarColumnsTest {
  @TempDir Path folder;

  @Test
  void membersOfTheObjectAreColumnsOfTheirTypes() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", "{\"w\": 7, \"score\": 1, \"title\": \"r\\u00f8se\", \"none\": null}")
            .file("b.jpg", "2")
            .file("b.json", "{\"score\": 0.1, \"w\": -9223372036854775808}")
            .ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(
          List.of(
              new ColumnSpec("score", ColumnType.FLOAT64, Placement.INLINE),
              new ColumnSpec("title", ColumnType.STRING, Placement.INLINE),
              new ColumnSpec("w", ColumnType.INT64, Placement.INLINE)),
          listed.source().columns());
      assertEquals("røse", Listed.text(listed.read(0), 1));
      assertEquals(1.0, listed.read(0).columnValues().get(0));
      assertEquals(7L, listed.read(0).columnValues().get(2));
      assertEquals(Arrays.asList(0.1, null, Long.MIN_VALUE), listed.read(1).columnValues());
    }
  }

  @Test
  void labelThatIsNoIntegerBesideOthersIsAColumnAndIsCounted() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.cls", "7")
            .file("b.jpg", "2")
            .file("b.cls", "unknown")
            .file("c.jpg", "3")
            .file("c.cls", "1.5")
            .ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(7, listed.read(0).label().orElseThrow());
      assertEquals(OptionalLong.empty(), listed.read(1).label());
      assertEquals("unknown", Listed.text(listed.read(1), 0));
      assertEquals("1.5", Listed.text(listed.read(2), 0));
      assertEquals(
          Map.of(Finding.LABELS_NOT_INTEGERS, new Findings.Found(2, List.of("b", "c"))),
          listed.source().findings().all());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"w\": true}",
        "{\"w\": [1]}",
        "{\"w\": {\"x\": 1}}",
        "{\"w\": \"text where others have numbers\"}",
        "{\"w\": 1, \"w\": 1}",
        "{\"w\": 9223372036854775808}",
        "{\"w\": 1e999}",
        "{\"\\ud800\": 1}",
        "{\"\": 1}",
        "{\"txt\": 1}",
        "[1]",
        "{\"w\": 01}",
        "not JSON",
        "",
      })
  void whatColumnsCannotSayStaysText(String json) throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", json)
            .file("b.jpg", "1")
            .file("b.json", "{\"w\": 5}")
            .file("b.txt", "x")
            .ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of(), listed.rejects());
      List<String> names = listed.source().columns().stream().map(ColumnSpec::name).toList();
      assertEquals(json, Listed.text(listed.read(0), names.indexOf("json")));
      SourceSample other = listed.read(1);
      if (names.contains("w")) {
        Object w = other.columnValues().get(names.indexOf("w"));
        assertTrue(w.equals(5L) || w.equals(5.0), w::toString);
        assertNull(other.columnValues().get(names.indexOf("json")));
      } else {
        assertEquals("{\"w\": 5}", Listed.text(other, names.indexOf("json")));
      }
    }
  }

  @Test
  void theObjectMayHoldTheKey() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a%2Ejpg.jpg", "1")
            .file("a%2Ejpg.json", "{\"__key__\": \"a.b/c.jpg\"}")
            .ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of("a.b/c.jpg"), listed.keys());
      assertEquals(List.of(), listed.source().columns());
    }
  }

  @Test
  void aKeyThatIsNoTextIsTheNames() throws IOException {
    byte[] tar =
        new TarFiles()
            .file("a.jpg", "1")
            .file("a.json", "{\"__key__\": \"\\ud800\"}")
            .file("b.jpg", "1")
            .file("b.json", "{\"__key__\": \"\"}")
            .ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      assertEquals(List.of("a"), listed.keys());
      assertEquals(1, listed.rejects().size());
      assertTrue(listed.rejects().get(0).contains("NAME"), listed.rejects()::toString);
    }
  }

  @Test
  void textThatIsNotUtf8RejectsItsSample() throws IOException {
    byte[] tar = new TarFiles().file("a.jpg", "1").file("a.txt", new byte[] {(byte) 0xff}).ended();
    try (Listed listed = Listed.ofTar(folder, tar)) {
      InputRejectedException e = assertThrows(InputRejectedException.class, () -> listed.read(0));
      assertEquals(RejectReason.DAMAGED, e.reject().reason());
    }
  }

  @Test
  void moreKindsOfFilesThanColumnsCanBeAreRefused() throws IOException {
    TarFiles tar = new TarFiles();
    int room = ShardMetadata.MAX_COLUMNS - 1;
    for (int i = 0; i < room + 10; i++) {
      tar.file(i + ".jpg", "1").file(i + ".x" + i, "2");
      tar.file(i + ".json", "{\"f" + i + "\": 1}");
    }
    try (Listed listed = Listed.ofTar(folder, tar.ended())) {
      assertEquals(room, listed.source().count());
      assertEquals(10, listed.rejects().size());
      listed.assertRejected("264", RejectReason.LIMIT);
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(room + 1, columns.size(), "with the text of what is too much");
      assertEquals("{\"f0\": 1}", Listed.text(listed.read(0), columnOf(columns, "json")));
    }
  }

  @Test
  void membersThatNoColumnHasRoomForStayTextAndTheOthersAreColumns() throws IOException {
    StringBuilder json = new StringBuilder("{\"m0\": 0");
    for (int i = 1; i < 300; i++) {
      json.append(", \"m").append(i).append("\": ").append(i);
    }
    String text = json.append('}').toString();
    try (Listed listed =
        Listed.ofTar(folder, new TarFiles().file("a.jpg", "1").file("a.json", text).ended())) {
      assertEquals(List.of(), listed.rejects());
      List<ColumnSpec> columns = listed.source().columns();
      assertEquals(ShardMetadata.MAX_COLUMNS, columns.size());
      assertEquals(text, Listed.text(listed.read(0), columnOf(columns, "json")));
      assertEquals(0L, listed.read(0).columnValues().get(columnOf(columns, "m0")));
    }
  }

  private static int columnOf(List<ColumnSpec> columns, String name) {
    return columns.stream().map(ColumnSpec::name).toList().indexOf(name);
  }
}
