package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.TfRecordFiles.OPTIONS;
import static io.pcr.tfrecord.internal.TfRecordFiles.bytes;
import static io.pcr.tfrecord.internal.TfRecordFiles.compress;
import static io.pcr.tfrecord.internal.TfRecordFiles.concat;
import static io.pcr.tfrecord.internal.TfRecordFiles.deflate;
import static io.pcr.tfrecord.internal.TfRecordFiles.drain;
import static io.pcr.tfrecord.internal.TfRecordFiles.framed;
import static io.pcr.tfrecord.internal.TfRecordFiles.open;
import static io.pcr.tfrecord.internal.TfRecordFiles.readAll;
import static io.pcr.tfrecord.internal.TfRecordFiles.records;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class TfRecordReaderTest {
  @Provide
  Arbitrary<TfRecordCompression> compressions() {
    return Arbitraries.of(TfRecordCompressions.STANDARD.stream().toList());
  }

  @Property(tries = 100)
  void recordsComeBackFromAnyCompressionWhateverTheChunk(
      @ForAll("compressions") TfRecordCompression compression,
      @ForAll @Size(max = 12) List<@IntRange(max = 20_000) Integer> lengths,
      @ForAll @IntRange(min = 4 << 10, max = 30_000) int chunk)
      throws IOException {
    List<byte[]> records =
        records(lengths.size(), lengths.stream().mapToInt(Integer::intValue).toArray());
    byte[] file = compress(compression, framed(records));
    TfRecordFile opened = open(file, OPTIONS.withChunkBytes(chunk));

    if (file.length > 0) {
      assertEquals(compression, opened.compression());
    }
    try (TfRecordReader reader = opened.records()) {
      assertSame(records, drain(reader));
    }
  }

  /** Each read is a call of the system, and each byte read twice is one that nobody needed. */
  @Test
  void aPlainFileIsReadOnceAndInFewPieces() throws IOException {
    int[] lengths = new Random(3).ints(300, 0, 100_000).toArray();
    byte[] file = framed(records(3, lengths));
    RecordingByteSource source =
        new RecordingByteSource(new MemoryByteSource("file", ByteBuffer.wrap(file)));
    TfRecordReadOptions options = TfRecordReadOptions.DEFAULT;
    try (TfRecordReader reader = TfRecordFile.open(source, options).records()) {
      assertEquals(lengths.length, drain(reader).size());
    }
    int pieces = file.length / options.chunkBytes() + 1;
    assertTrue(source.reads().size() <= 2 * pieces, source.reads()::toString);
    assertTrue(source.bytes() <= file.length + options.chunkBytes(), source.reads()::toString);
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void eachRecordIsReadAgainByItsPosition(TfRecordCompression compression) throws IOException {
    List<byte[]> records = records(7, 100, 0, 300_000, 5_000, 1, 70_000);
    TfRecordFile file = open(compress(compression, framed(records)), OPTIONS);
    List<RecordPosition> positions = new ArrayList<>();
    try (TfRecordReader reader = file.records()) {
      for (var record = reader.next(); record.isPresent(); record = reader.next()) {
        positions.add(record.get().position());
      }
    }
    for (int i = records.size() - 1; i >= 0; i--) {
      int number = i;
      if (compression.isSeekable()) {
        assertArrayEquals(records.get(i), bytes(file.read(positions.get(i), i)));
      } else {
        PcrException.Unsupported e =
            assertThrows(
                PcrException.Unsupported.class, () -> file.read(positions.get(number), number));
        assertTrue(e.getMessage().contains("single record"), e::getMessage);
      }
    }
  }

  @Test
  void aPositionThatIsNoRecordsIsRefused() throws IOException {
    TfRecordFile file = open(framed(records(1, 100, 200)));
    for (RecordPosition wrong :
        List.of(
            new RecordPosition(1, 0, 116),
            new RecordPosition(0, 0, 115),
            new RecordPosition(0, 0, 15),
            new RecordPosition(0, 116, 216),
            new RecordPosition(116, 0, 217),
            new RecordPosition(332, 0, 16),
            new RecordPosition(Long.MAX_VALUE, 0, 16))) {
      assertThrows(PcrException.Corrupt.class, () -> file.read(wrong, 1), wrong::toString);
    }
    RecordPosition huge = new RecordPosition(0, 0, Long.MAX_VALUE);
    assertThrows(PcrException.LimitExceeded.class, () -> file.read(huge, 0));
  }

  @Test
  void anEmptyFileAndAnEmptyRecordAreValid() throws IOException {
    assertEquals(0, readAll(new byte[0]).size());
    assertSame(records(1, 0), readAll(framed(records(1, 0))));
    for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
      assertEquals(0, readAll(compress(compression, new byte[0])).size());
    }
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void aFileCutAnywhereGivesItsWholeRecordsAndThenTruncated(TfRecordCompression compression)
      throws IOException {
    List<byte[]> records = records(3, 40, 0, 90, 33);
    byte[] whole = compress(compression, framed(records));
    for (int length = 1; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      List<byte[]> read = new ArrayList<>();
      PcrException e =
          assertThrowsUnlessAtBoundary(
              compression, cut, read, OPTIONS.withCompression(compression));
      if (e != null) {
        assertTrue(e instanceof PcrException.Truncated, e::toString);
        assertEquals("train-0.tfrecord", e.source().split(" \\(", 2)[0]);
      }
      assertSame(records.subList(0, read.size()), read);
    }
  }

  /** A cut between records, or between zstd frames between them, cannot be seen in the format. */
  private static PcrException assertThrowsUnlessAtBoundary(
      TfRecordCompression compression, byte[] cut, List<byte[]> read, TfRecordReadOptions options)
      throws IOException {
    try (TfRecordReader reader = open(cut, options).records()) {
      for (var record = reader.next(); record.isPresent(); record = reader.next()) {
        read.add(bytes(record.get()));
      }
      assertEquals(TfRecordCompressions.NONE, compression);
      assertEquals(cut.length, framed(read).length);
      return null;
    } catch (PcrException e) {
      return e;
    }
  }

  @ParameterizedTest
  @FieldSource("io.pcr.tfrecord.internal.compression.TfRecordCompressions#STANDARD")
  void noFlippedBitGivesAWrongRecord(TfRecordCompression compression) throws IOException {
    List<byte[]> records = records(5, 30, 0, 25);
    byte[] whole = compress(compression, framed(records));
    TfRecordReadOptions options = OPTIONS.withCompression(compression);
    int refused = 0;
    for (int bit = 0; bit < whole.length * Byte.SIZE; bit++) {
      byte[] damaged = whole.clone();
      damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      List<byte[]> read = new ArrayList<>();
      try (TfRecordReader reader = open(damaged, options).records()) {
        for (var record = reader.next(); record.isPresent(); record = reader.next()) {
          read.add(bytes(record.get()));
        }
      } catch (PcrException e) {
        refused++;
      }
      assertSame(records.subList(0, read.size()), read);
    }
    // Of gzip and zstd, a few bits of the headers say nothing about the content.
    assertTrue(refused > whole.length * Byte.SIZE * 9 / 10, refused + " of " + whole.length * 8);
    if (compression.isPlain()) {
      assertEquals(whole.length * Byte.SIZE, refused);
    }
  }

  @Test
  void damageIsNamedByFileRecordAndOffset() {
    List<byte[]> records = records(5, 30, 40, 25);
    byte[] data = framed(records);
    data[46 + 12 + 7] ^= 1;
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> readAll(data));
    assertEquals("TfRecord[1].data_crc", e.field());
    assertEquals(46 + 12 + 40, e.offset());
    assertTrue(e.getMessage().endsWith("at 98 in train-0.tfrecord"), e::getMessage);

    byte[] length = framed(records);
    length[46 + 2] ^= 1;
    e = assertThrows(PcrException.Corrupt.class, () -> readAll(length));
    assertEquals("TfRecord[1].length_crc", e.field());
    assertEquals(46 + 8, e.offset());
  }

  @Test
  void damageInsideACompressedFileSaysThatOffsetsAreDecompressed() {
    byte[] data = framed(records(5, 30, 40, 25));
    data[46 + 12 + 7] ^= 1;
    byte[] file = compress(TfRecordCompressions.GZIP, data);
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> readAll(file));
    assertEquals("train-0.tfrecord (GZIP, decompressed)", e.source());
    assertEquals(98, e.offset());
  }

  @Test
  void skippingLosesOneRecordForDamagedDataAndTheRestForADamagedLength() throws IOException {
    List<byte[]> records = records(5, 30, 40, 25, 60, 10);
    byte[] file = framed(records);
    file[12] ^= 1;
    file[46 + 56 + 41 + 3] ^= 1;
    TfRecordReadOptions options = OPTIONS.withDamage(TfRecordDamage.SKIP);
    try (TfRecordReader reader = open(file, options).records()) {
      assertSame(records.subList(1, 3), drain(reader));
      assertEquals(1, reader.skipped());
      assertEquals("TfRecord[3].length_crc", reader.lostTail().orElseThrow().field());
    }
  }

  @Test
  void skippingReadsASoundFileToItsEnd() throws IOException {
    List<byte[]> records = records(5, 30, 40);
    TfRecordReadOptions options = OPTIONS.withDamage(TfRecordDamage.SKIP);
    try (TfRecordReader reader = open(framed(records), options).records()) {
      assertSame(records, drain(reader));
      assertEquals(0, reader.skipped());
      assertTrue(reader.lostTail().isEmpty());
    }
  }

  // Covers R-TFRECORD-1
  @Test
  void anEnormousLengthIsRefusedBeforeAnythingIsAllocated() {
    for (long length : new long[] {Long.MAX_VALUE, 1L << 40}) {
      byte[] file = framed(length, new byte[20]);
      PcrException.LimitExceeded e =
          assertThrows(PcrException.LimitExceeded.class, () -> readAll(file));
      assertEquals(length, e.needed());
    }
    Limits limits = Limits.DEFAULT.withSliceBytes(Integer.MAX_VALUE - 8);
    TfRecordReadOptions options = OPTIONS.withLimits(limits);
    for (TfRecordCompression compression : TfRecordCompressions.STANDARD) {
      byte[] file = compress(compression, framed(2_000_000_000, new byte[20]));
      assertThrows(
          PcrException.Truncated.class,
          () -> {
            try (TfRecordReader reader = open(file, options).records()) {
              drain(reader);
            }
          });
    }
  }

  // Covers R-TFRECORD-2
  @Test
  void severalGzipMembersAreOneFile() throws IOException {
    List<byte[]> records = records(9, 1000, 2000, 30);
    byte[] whole = framed(records);
    // The members do not end where records do.
    byte[] file =
        concat(
            deflate(ZlibFraming.GZIP, Arrays.copyOf(whole, 1500)),
            deflate(ZlibFraming.GZIP, new byte[0]),
            deflate(ZlibFraming.GZIP, Arrays.copyOfRange(whole, 1500, whole.length)));
    assertSame(records, readAll(file));
  }

  @Test
  void bytesBehindTheLastGzipMemberAreFound() {
    byte[] member = deflate(ZlibFraming.GZIP, framed(records(9, 1000)));
    for (byte[] garbage : List.of(new byte[] {0}, "garbage".getBytes(UTF_8))) {
      PcrException e =
          assertThrows(PcrException.Corrupt.class, () -> readAll(concat(member, garbage)));
      assertEquals(member.length, e.offset());
    }
    byte[] headOnly = concat(member, HexFormat.of().parseHex("1f8b08"));
    assertThrows(PcrException.Truncated.class, () -> readAll(headOnly));
    byte[] notGzip = concat(member, HexFormat.of().parseHex("1f8c0800000000"));
    assertThrows(PcrException.Corrupt.class, () -> readAll(notGzip));
  }

  @Test
  void bytesBehindAZlibStreamOrAZstdFrameAreFound() {
    byte[] framed = framed(records(9, 1000));
    for (TfRecordCompression compression :
        List.of(TfRecordCompressions.ZLIB, TfRecordCompressions.ZSTD)) {
      byte[] file = concat(compress(compression, framed), new byte[] {1, 2, 3, 4, 5});
      assertThrows(PcrException.Corrupt.class, () -> readAll(file));
    }
  }

  @Test
  void skippableZstdFramesAreSkipped() throws IOException {
    byte[] skippable = HexFormat.of().parseHex("502a4d1804000000deadbeef");
    List<byte[]> records = records(9, 1000, 10);
    byte[] frame = Zstd.compress(framed(records));
    assertSame(records, readAll(concat(skippable, frame, skippable)));
  }

  @Test
  void tinyZstdFramesInsideOneRecordAreReadAndPositionsStillHold() throws IOException {
    List<byte[]> records = records(9, 500, 700);
    byte[] whole = framed(records);
    byte[][] frames = new byte[whole.length][];
    for (int i = 0; i < whole.length; i++) {
      frames[i] = Zstd.compress(new byte[] {whole[i]});
    }
    TfRecordFile file = open(concat(frames));
    try (TfRecordReader reader = file.records()) {
      assertArrayEquals(records.get(0), bytes(reader.next().orElseThrow()));
      RecordPosition second = reader.next().orElseThrow().position();
      assertEquals(0, second.innerOffset());
      assertArrayEquals(records.get(1), bytes(file.read(second, 1)));
    }
  }

  @Test
  void aZstdWindowBeyondTheLimitIsRefused() {
    // Magic, descriptor without content size, window of 2^31 bytes, one empty last block.
    byte[] file = HexFormat.of().parseHex("28b52ffd00a8010000");
    PcrException e = assertThrows(PcrException.LimitExceeded.class, () -> readAll(file));
    assertTrue(e.getMessage().contains("zstd window"), e::getMessage);
  }

  @Test
  void anyBytesDoNoMoreThanThrow() throws IOException {
    Random random = new Random(11);
    byte[][] magics = {
      {}, {0x1f, (byte) 0x8b, 8}, {0x78, (byte) 0x9c}, {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd}
    };
    for (int i = 0; i < 5000; i++) {
      byte[] noise = new byte[random.nextInt(64)];
      random.nextBytes(noise);
      byte[] file = concat(magics[i % magics.length], noise);
      for (TfRecordDamage damage : TfRecordDamage.values()) {
        try (TfRecordReader reader = open(file, OPTIONS.withDamage(damage)).records()) {
          assertEquals(0, drain(reader).size());
        } catch (PcrException e) {
          assertTrue(e.source().startsWith("train-0.tfrecord"), e::getMessage);
        }
      }
    }
  }

  private static void assertSame(List<byte[]> expected, List<byte[]> actual) {
    assertEquals(expected.size(), actual.size());
    for (int i = 0; i < expected.size(); i++) {
      assertArrayEquals(expected.get(i), actual.get(i), "record " + i);
    }
  }
}
