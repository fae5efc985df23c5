package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.ToyCompression.TOY;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.manifest.Compression;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A compression that nothing of the project knows is written, read and listed like those of the
 * format, and these are named in no more places than it.
 */
class AddedCompressionTest {
  private static final TfRecordCompressions COMPRESSIONS =
      TfRecordCompressions.STANDARD.with(new ToyCompression());
  private static final TfRecordReadOptions READ =
      TfRecordReadOptions.DEFAULT.withCompressions(COMPRESSIONS);

  @Property(tries = 50)
  void itsRecordsComeBackInOrderAndByTheirPositions(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 20_000) Integer> lengths,
      @ForAll @IntRange(min = 1, max = 100) int level,
      @ForAll @IntRange(min = 4 << 10, max = 30_000) int chunk)
      throws IOException {
    List<byte[]> records =
        TfRecordFiles.records(lengths.size(), lengths.stream().mapToInt(n -> n).toArray());
    List<RecordPosition> positions = new ArrayList<>();
    byte[] bytes = write("toy:" + level, records, positions);
    TfRecordFile file = TfRecordFile.open(source(bytes), READ.withChunkBytes(chunk));

    assertEquals(TOY, file.compression().kind());
    try (TfRecordReader reader = file.records()) {
      for (int i = 0; i < records.size(); i++) {
        TfRecord record = reader.next().orElseThrow();
        assertArrayEquals(records.get(i), TfRecordFiles.bytes(record));
        assertEquals(positions.get(i), record.position());
        assertArrayEquals(
            records.get(i), TfRecordFiles.bytes(file.read(record.position(), i)), "record " + i);
      }
      assertEquals(Optional.empty(), reader.next());
    }
  }

  private static byte[] write(String options, List<byte[]> records, List<RecordPosition> positions)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(
            Channels.newChannel(out), TfRecordWriteOptions.parse(options, COMPRESSIONS))) {
      for (byte[] record : records) {
        positions.add(writer.write(ByteBuffer.wrap(record)));
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  private static ByteSource source(byte[] bytes) {
    return TfRecordFiles.source("train-0", bytes);
  }

  @Test
  void itIsFoundByIdNameSuffixAndListed() {
    TfRecordCompression toy = COMPRESSIONS.ofId(TOY.id()).orElseThrow();
    assertSame(toy, COMPRESSIONS.ofLabel("toy").orElseThrow());
    assertSame(toy, COMPRESSIONS.ofFileName("train-0.tfrecord.toy").orElseThrow());
    assertEquals("none, gzip, zlib, zstd, toy", COMPRESSIONS.labels(", "));
    assertEquals("toy with levels 1 to 100 (default 7)", toy.description());
    assertEquals("toy:7", TfRecordWriteOptions.parse("toy", COMPRESSIONS).toText());
    assertThrows(
        IllegalArgumentException.class, () -> TfRecordWriteOptions.parse("toy:101", COMPRESSIONS));
  }

  @Test
  void aShardOfItOpensWhereItIsKnownAndNowhereElse() throws IOException {
    byte[] bytes = write("toy", TfRecordFiles.records(1, 10), new ArrayList<>());
    ShardEntry shard =
        TfRecordShard.entry("a", new ToyCompression(), new UUID(1, 2), bytes.length, 1, 0);
    assertEquals(TOY, TfRecordShard.open(source(bytes), shard, READ).compression().kind());
    PcrException.Unsupported e =
        assertThrows(
            PcrException.Unsupported.class,
            () -> TfRecordShard.open(source(bytes), shard, TfRecordReadOptions.DEFAULT));
    assertEquals(ErrorCode.UNSUPPORTED, e.code());
    assertThrows(
        PcrException.NotPcr.class,
        () -> TfRecordFile.open(source(bytes), TfRecordReadOptions.DEFAULT));
  }

  @Test
  void twoOfOneIdNameOrSuffixAreRejected() {
    assertThrows(IllegalArgumentException.class, () -> COMPRESSIONS.with(new ToyCompression()));
  }

  @Test
  void thoseOfTheFormatAreAllThere() {
    assertEquals(
        Compression.assigned(),
        TfRecordCompressions.STANDARD.stream().map(TfRecordCompression::kind).toList());
    for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
      String name = "train-0" + compression.suffix();
      assertEquals(Optional.of(compression.kind()), Compression.ofId(compression.id()));
      assertSame(compression, TfRecordCompressions.STANDARD.ofId(compression.id()).orElseThrow());
      assertSame(
          compression, TfRecordCompressions.STANDARD.ofLabel(compression.label()).orElseThrow());
      assertSame(compression, TfRecordCompressions.STANDARD.ofFileName(name).orElseThrow());
    }
    assertEquals(Optional.empty(), TfRecordCompressions.STANDARD.ofId(TOY.id()));
    assertEquals(Optional.empty(), TfRecordCompressions.STANDARD.ofLabel("lz4"));
    assertEquals(Optional.empty(), TfRecordCompressions.STANDARD.ofFileName("a.tfrecord.lz4"));
  }

  /** Its id, its code, its place in the list: three files are touched to add one. */
  @Test
  void eachOfTheFormatIsNamedInThreeFiles() throws IOException {
    Path root = Path.of(System.getProperty("pcr.root", ".."));
    for (Compression compression : Compression.assigned()) {
      if (!compression.equals(Compression.NONE)) {
        List<String> naming = naming(root, compression.name());
        assertTrue(naming.size() <= 3, () -> compression + ": " + naming);
        assertTrue(naming.contains("Compression.java"), () -> compression + ": " + naming);
      }
    }
  }

  private static List<String> naming(Path root, String compression) throws IOException {
    Pattern name = Pattern.compile("(Compressions?\\.|new Compression\\(\\d+, \")" + compression);
    List<String> naming = new ArrayList<>();
    for (String module : List.of("format", "codecs", "tfrecord", "reader", "writer", "tools")) {
      try (Stream<Path> files = Files.walk(root.resolve("pcr-" + module + "/src/main/java"))) {
        for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
          if (name.matcher(Files.readString(file)).find()) {
            naming.add(file.getFileName().toString());
          }
        }
      }
    }
    return naming;
  }
}
