package io.pcr.tfrecord.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdInputStream;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TfRecordWriterTest {
  static Stream<TfRecordWriteOptions> allOptions() {
    List<TfRecordWriteOptions> all = new ArrayList<>();
    all.add(TfRecordWriteOptions.DEFAULT);
    for (TfRecordCompression compression :
        List.of(TfRecordCompressions.GZIP, TfRecordCompressions.ZLIB)) {
      for (ZlibStrategy strategy : ZlibStrategy.values()) {
        for (int level : new int[] {0, 1, 6, 9}) {
          all.add(new TfRecordWriteOptions(compression, level, strategy));
        }
      }
    }
    for (int level : new int[] {1, 3, 12}) {
      all.add(TfRecordWriteOptions.of(TfRecordCompressions.ZSTD).withLevel(level));
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("allOptions")
  void anyOtherDecoderGetsTheFramedRecordsBack(TfRecordWriteOptions options) throws IOException {
    List<byte[]> records = records(1, 100, 0, 40_000, 600_000, 500_000, 7);
    byte[] file = write(options, records, new ArrayList<>());
    assertArrayEquals(framed(records), decode(options.compression(), file));
    assertArrayEquals(file, write(options, records, new ArrayList<>()), "again");
  }

  @ParameterizedTest
  @MethodSource("allOptions")
  void aFileWithoutRecordsIsValidToo(TfRecordWriteOptions options) throws IOException {
    byte[] file = write(options, List.of(), new ArrayList<>());
    assertEquals(0, decode(options.compression(), file).length);
    assertEquals(options.compression().isPlain(), file.length == 0);
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void positionsSayWhereTheRecordIs(TfRecordCompression compression) throws IOException {
    TfRecordWriteOptions options = TfRecordWriteOptions.of(compression);
    List<byte[]> records = records(2, 300_000, 500_000, 300_000, 10, 0, 1_200_000, 10);
    List<RecordPosition> positions = new ArrayList<>();
    byte[] file = write(options, records, positions);
    for (int i = 0; i < records.size(); i++) {
      RecordPosition position = positions.get(i);
      byte[] rest = Arrays.copyOfRange(file, Math.toIntExact(position.fileOffset()), file.length);
      byte[] decoded = decode(compression, rest);
      int from = Math.toIntExact(position.innerOffset());
      assertArrayEquals(
          framed(records.subList(i, i + 1)),
          Arrays.copyOfRange(decoded, from, from + Math.toIntExact(position.length())));
    }
  }

  // Covers R-TFRECORD-3
  /** Each write is a call of the system, which must not come with each record. */
  @Test
  void plainRecordsAreWrittenOnceAndInFewPieces() throws IOException {
    List<byte[]> records = TfRecordFiles.records(3, new Random(3).ints(300, 0, 10_000).toArray());
    List<Integer> writes = new ArrayList<>();
    WritableByteChannel counting =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer bytes) {
            int length = bytes.remaining();
            bytes.position(bytes.limit());
            writes.add(length);
            return length;
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    try (TfRecordWriter writer = new TfRecordWriter(counting, TfRecordWriteOptions.DEFAULT)) {
      for (byte[] record : records) {
        writer.write(ByteBuffer.wrap(record));
      }
      writer.finish();
    }
    int length = TfRecordFiles.framed(records).length;
    assertEquals(length, writes.stream().mapToInt(Integer::intValue).sum());
    assertTrue(writes.size() <= 2 * (length / TfRecordWriter.BLOCK_BYTES + 1), writes::toString);
  }

  @Test
  void zstdFramesAreAboutAMebibyteAndNoRecordStraddlesTwo() throws IOException {
    int[] lengths = IntStream.range(0, 100).map(i -> i * 3000).toArray();
    List<byte[]> records = records(3, lengths);
    List<RecordPosition> positions = new ArrayList<>();
    byte[] file = write(TfRecordWriteOptions.of(TfRecordCompressions.ZSTD), records, positions);
    List<Long> frames = positions.stream().map(RecordPosition::fileOffset).distinct().toList();
    assertTrue(frames.size() >= 14, frames::toString);
    for (int f = 0; f < frames.size(); f++) {
      int from = Math.toIntExact(frames.get(f));
      int to = f + 1 < frames.size() ? Math.toIntExact(frames.get(f + 1)) : file.length;
      byte[] frame = Arrays.copyOfRange(file, from, to);
      long size = Zstd.getFrameContentSize(frame);
      assertTrue(size <= 1 << 20, "frame of " + size);
      long held =
          positions.stream()
              .filter(p -> p.fileOffset() == from)
              .mapToLong(RecordPosition::length)
              .sum();
      assertEquals(size, held);
    }
  }

  @Test
  void withoutCompressionTheFileIsWrittenInEqualPieces() throws IOException {
    List<Integer> pieces = new ArrayList<>();
    WritableByteChannel channel =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer src) {
            pieces.add(src.remaining());
            src.position(src.limit());
            return pieces.get(pieces.size() - 1);
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    try (TfRecordWriter writer = new TfRecordWriter(channel, TfRecordWriteOptions.DEFAULT)) {
      for (byte[] record : records(4, 700_000, 10, 2_500_000, 600_000)) {
        writer.write(ByteBuffer.wrap(record));
      }
      writer.finish();
    }
    int last = 3_800_010 + 4 * TfRecordLayout.OVERHEAD - 3 * (1 << 20);
    assertEquals(List.of(1 << 20, 1 << 20, 1 << 20, last), pieces);
  }

  @Test
  void examplesAreRecordsOfTheirBytes() throws IOException {
    Example example = Example.of(Map.of("image/encoded", Feature.ofText("bytes")));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.DEFAULT)) {
      writer.write(example);
      writer.finish();
      assertEquals(1, writer.recordCount());
      assertEquals(out.size(), writer.fileLength());
    }
    ByteBuffer data = ByteBuffer.allocate(example.encoder().encodedLength());
    example.encoder().encode(data);
    assertArrayEquals(framed(List.of(data.array())), out.toByteArray());
  }

  @Test
  void withoutFinishTheFileIsNotWhole() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TfRecordWriter writer =
        new TfRecordWriter(Channels.newChannel(out), TfRecordWriteOptions.DEFAULT);
    writer.write(ByteBuffer.wrap("abc".getBytes(UTF_8)));
    writer.close();
    writer.close();
    assertEquals(0, out.size());
    assertThrows(AlreadyClosedException.class, writer::finish);
    assertThrows(AlreadyClosedException.class, () -> writer.write(ByteBuffer.allocate(1)));
  }

  @Test
  void aFailingChannelsExceptionComesThrough() throws IOException {
    WritableByteChannel full =
        new WritableByteChannel() {
          @Override
          public int write(ByteBuffer src) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public boolean isOpen() {
            return true;
          }

          @Override
          public void close() {}
        };
    for (TfRecordWriteOptions options : allOptions().toList()) {
      try (TfRecordWriter writer = new TfRecordWriter(full, options)) {
        writer.write(ByteBuffer.allocate(100));
        IOException e = assertThrows(IOException.class, writer::finish);
        assertEquals("No space left on device", e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip:6:default", "zlib:9:huffman-only", "zlib:0:rle", "zstd:19"})
  void optionsHaveATextThatGivesThemBack(String text) {
    assertEquals(text, TfRecordWriteOptions.parse(text).toText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "brotli",
        "none:1",
        "gzip:10",
        "gzip:-1",
        "gzip:x",
        "zstd:0",
        "zstd:23",
        "zstd:3:rle",
        "zlib:6:best",
        "zlib:6:rle:4"
      })
  void optionsThatMakeNoSenseAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> TfRecordWriteOptions.parse(text));
  }

  private static byte[] write(
      TfRecordWriteOptions options, List<byte[]> records, List<RecordPosition> positions)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TfRecordWriter writer = new TfRecordWriter(Channels.newChannel(out), options)) {
      for (byte[] record : records) {
        positions.add(writer.write(ByteBuffer.wrap(record)));
      }
      writer.finish();
    }
    return out.toByteArray();
  }

  private static byte[] decode(TfRecordCompression compression, byte[] file) throws IOException {
    return switch (compression.label()) {
      case "none" -> file;
      case "gzip" -> new GZIPInputStream(new ByteArrayInputStream(file)).readAllBytes();
      case "zlib" -> new InflaterInputStream(new ByteArrayInputStream(file)).readAllBytes();
      case "zstd" -> new ZstdInputStream(new ByteArrayInputStream(file)).readAllBytes();
      default -> throw new AssertionError(compression);
    };
  }

  private static List<byte[]> records(long seed, int... lengths) {
    Random random = new Random(seed);
    return IntStream.of(lengths)
        .mapToObj(
            length -> {
              byte[] record = new byte[length];
              random.nextBytes(record);
              // Half of it compresses.
              Arrays.fill(record, 0, length / 2, (byte) 7);
              return record;
            })
        .toList();
  }

  private static byte[] framed(List<byte[]> records) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] record : records) {
      ByteBuffer framed = ByteBuffer.allocate(record.length + TfRecordLayout.OVERHEAD);
      RecordFraming.putHeader(framed, record.length);
      framed.put(record);
      RecordFraming.putFooter(framed, ByteBuffer.wrap(record));
      out.writeBytes(framed.array());
    }
    return out.toByteArray();
  }
}
