package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReferencePcrTest {
  @TempDir Path folder;

  /** The example that comes with the reference implementation, where the corpus is there. */
  @Test
  void theReferencesExampleIsTheImageItWasMadeOf() throws IOException {
    Path example = corpus();
    byte[] image;
    if (Files.isDirectory(example)) {
      image = Files.readAllBytes(example.resolve("small_progressive.jpg"));
    } else {
      example = folder;
      image = record("PCR_0.pcr", 10, List.of(0L)).get(0);
    }
    try (Listed listed = Listed.of(ReferencePcrOptions.of(example), folder.resolve("work"))) {
      assertEquals(List.of(), listed.rejects());
      assertEquals(List.of("PCR_0.pcr/0"), listed.keys());
      assertEquals(0, listed.read(0).label().orElseThrow());
      assertArrayEquals(image, listed.bytes(0));
    }
  }

  @Test
  void everyImageOfARecordComesWithItsLabel() throws IOException {
    List<byte[]> images = record("PCR_7.pcr", 3, List.of(5L, -1L, 999L));
    try (Listed listed = Listed.of(ReferencePcrOptions.of(folder), folder.resolve("work"))) {
      assertEquals(List.of("PCR_7.pcr/0", "PCR_7.pcr/1", "PCR_7.pcr/2"), listed.keys());
      for (int i = 0; i < images.size(); i++) {
        assertArrayEquals(images.get(i), listed.bytes(i));
      }
      assertEquals(List.of(5L, -1L, 999L), labels(listed));
      assertEquals(
          images.stream().mapToLong(image -> image.length).sum(), listed.source().totalBytes());
    }
  }

  @Test
  void aRecordWhoseLengthIsNotTheIndexesIsRejected() throws IOException {
    record("PCR_0.pcr", 2, List.of(1L));
    Path record = folder.resolve("PCR_0.pcr");
    byte[] bytes = Files.readAllBytes(record);
    for (int length = 0; length < bytes.length; length++) {
      Files.write(record, Arrays.copyOf(bytes, length));
      try (Listed listed = Listed.of(ReferencePcrOptions.of(folder), folder.resolve("work"))) {
        assertEquals(0, listed.source().count());
        assertTrue(listed.rejects().get(0).contains("DAMAGED"), listed.rejects()::toString);
      }
    }
  }

  @Test
  void noFlippedBitDoesMoreThanReject() throws IOException {
    record("PCR_0.pcr", 2, List.of(1L, 2L));
    for (String name : List.of("PCR_0.pcr", ReferencePcrOptions.INDEX_NAME)) {
      Path file = folder.resolve(name);
      byte[] whole = Files.readAllBytes(file);
      for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
        byte[] damaged = whole.clone();
        damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        Files.write(file, damaged);
        try (Listed listed = Listed.of(ReferencePcrOptions.of(folder), folder.resolve("work"))) {
          listed.keys();
        } catch (PcrException e) {
          assertTrue(e.getMessage().contains("PCR_"), e::getMessage);
        }
      }
      Files.write(file, whole);
    }
  }

  @Test
  void aRecordsNameLeadsNowhereElse() throws IOException {
    for (String name : List.of("../PCR_0.pcr", "/etc/passwd", "", ".hidden", "a/b")) {
      writeIndex(name, List.of(6L));
      PcrException e =
          assertThrows(
              PcrException.Corrupt.class,
              () -> Listed.of(ReferencePcrOptions.of(folder), folder.resolve("work")));
      assertTrue(e.getMessage().contains("a plain file name"), e::getMessage);
    }
  }

  @Test
  void aRecordThatIsNotThereIsRejectedAndAnIndexBeyondTheLimitRefused() throws IOException {
    writeIndex("PCR_0.pcr", List.of(6L));
    try (Listed listed = Listed.of(ReferencePcrOptions.of(folder), folder.resolve("work"))) {
      assertTrue(listed.rejects().get(0).contains("UNREADABLE"), listed.rejects()::toString);
    }
    Limits limits = Limits.DEFAULT.withMetadataBytes(4);
    assertThrows(
        PcrException.LimitExceeded.class,
        () -> Listed.of(new ReferencePcrOptions(folder, limits), folder.resolve("work")));
  }

  private static List<Long> labels(Listed listed) throws IOException {
    List<Long> labels = new ArrayList<>();
    for (long i = 0; i < listed.source().count(); i++) {
      labels.add(listed.read(i).label().orElseThrow());
    }
    return labels;
  }

  /** Writes a record and its index; returns the images. */
  private List<byte[]> record(String name, int groups, List<Long> labels) throws IOException {
    List<ByteArrayOutputStream> images = new ArrayList<>();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    List<Long> sizes = new ArrayList<>();
    byte[] metadata =
        message(
            out -> {
              for (long label : labels) {
                out.writeInt64(1, label);
                images.add(new ByteArrayOutputStream());
              }
              out.writeInt32(2, groups);
              out.writeInt32(3, 1);
            });
    file.writeBytes(metadata);
    sizes.add((long) metadata.length);
    for (int g = 0; g < groups; g++) {
      int group = g;
      byte[] message =
          message(
              out -> {
                for (int i = 0; i < images.size(); i++) {
                  byte[] slice = ("slice " + i + " of " + group + ";").getBytes(UTF_8);
                  images.get(i).writeBytes(slice);
                  out.writeBytes(1, ByteString.copyFrom(slice));
                }
              });
      file.writeBytes(message);
      sizes.add((long) message.length);
    }
    Files.write(folder.resolve(name), file.toByteArray());
    writeIndex(name, sizes);
    return images.stream()
        .map(
            image -> {
              image.writeBytes(new byte[] {(byte) 0xff, (byte) 0xd9});
              return image.toByteArray();
            })
        .toList();
  }

  /** An entry stands there once for each scan, as the reference writes it. */
  private void writeIndex(String name, List<Long> sizes) throws IOException {
    byte[] entry =
        message(
            out -> {
              out.writeString(1, name);
              for (long size : sizes) {
                out.writeInt64(2, size);
              }
            });
    byte[] index =
        message(
            out -> {
              for (int i = 0; i < sizes.size(); i++) {
                out.writeByteArray(1, entry);
              }
            });
    Files.write(folder.resolve(ReferencePcrOptions.INDEX_NAME), index);
  }

  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] message(Fields fields) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    fields.write(out);
    out.flush();
    return bytes.toByteArray();
  }

  private static Path corpus() {
    String override = System.getenv("PCR_CORPUS");
    Path corpus =
        override != null
            ? Path.of(override)
            : Path.of(System.getProperty("pcr.root")).resolve("../shared/corpus");
    return corpus.resolve("reference-pcr");
  }
}
