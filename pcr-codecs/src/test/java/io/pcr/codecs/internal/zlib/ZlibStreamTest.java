package io.pcr.codecs.internal.zlib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.InflaterInputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ZlibStreamTest {
  private static final String NAME = "train/part-00001.tfrecord.zlib";
  private static final int BIG = 300_000;

  @Property(tries = 300)
  void anyBytesComeBackThroughAnyBuffers(
      @ForAll @Size(max = 4000) byte[] data,
      @ForAll ZlibFraming framing,
      @ForAll ZlibStrategy strategy,
      @ForAll @IntRange(min = 0, max = 9) int level,
      @ForAll @IntRange(min = 1, max = 500) int inputStep,
      @ForAll @IntRange(min = 1, max = 500) int outputStep,
      @ForAll boolean direct)
      throws PcrException {
    Pump pump = new Pump(inputStep, outputStep, direct);
    byte[] compressed;
    try (ZlibDeflater deflater = new ZlibDeflater(framing, level, strategy)) {
      compressed = pump.deflate(deflater, data);
      assertEquals(data.length, deflater.consumed());
      assertEquals(compressed.length, deflater.produced());
    }
    try (ZlibInflater inflater = new ZlibInflater(framing, NAME)) {
      assertArrayEquals(data, pump.inflate(inflater, compressed));
      assertEquals(compressed.length, inflater.consumed());
      assertEquals(data.length, inflater.produced());
    }
  }

  @ParameterizedTest
  @EnumSource
  void javaReadsEveryStrategyAtEveryLevel(ZlibStrategy strategy) throws IOException {
    byte[] data = photo();
    for (int level = 0; level <= 9; level++) {
      InputStream zlib =
          new InflaterInputStream(
              new ByteArrayInputStream(deflate(data, ZlibFraming.ZLIB, level, strategy)));
      assertArrayEquals(data, zlib.readAllBytes());
      InputStream gzip =
          new GZIPInputStream(
              new ByteArrayInputStream(deflate(data, ZlibFraming.GZIP, level, strategy)));
      assertArrayEquals(data, gzip.readAllBytes());
    }
  }

  @Test
  void strategiesDifferInWhatTheyGive() {
    byte[] data = photo();
    int[] lengths =
        Arrays.stream(ZlibStrategy.values())
            .mapToInt(strategy -> deflate(data, ZlibFraming.ZLIB, 6, strategy).length)
            .distinct()
            .toArray();
    assertEquals(ZlibStrategy.values().length, lengths.length, Arrays.toString(lengths));
  }

  @Test
  void streamsOfJavaAreRead() throws IOException {
    byte[] data = photo();
    Deflater deflater = new Deflater(9);
    deflater.setInput(data);
    deflater.finish();
    byte[] compressed = new byte[data.length + 1000];
    int length = deflater.deflate(compressed);
    deflater.end();
    assertArrayEquals(data, inflate(ZlibFraming.ZLIB, Arrays.copyOf(compressed, length)));
    assertArrayEquals(data, inflate(ZlibFraming.GZIP, gzip(data)));
  }

  @Test
  void membersOfAGzipFileAreReadOneAfterTheOther() throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.write(gzip(new byte[] {1, 2}));
    file.write(gzip(new byte[0]));
    file.write(gzip(new byte[] {3}));
    ByteBuffer in = ByteBuffer.wrap(file.toByteArray());
    ByteBuffer out = ByteBuffer.allocate(100);
    try (ZlibInflater inflater = new ZlibInflater(ZlibFraming.GZIP, NAME)) {
      int members = 0;
      while (in.hasRemaining()) {
        int start = in.position();
        assertEquals(ZlibStatus.FINISHED, inflater.inflate(in, out));
        assertEquals(in.position() - start, inflater.consumed());
        inflater.reset();
        members++;
      }
      assertEquals(3, members);
    }
    assertEquals(ByteBuffer.wrap(new byte[] {1, 2, 3}), out.flip());
  }

  @Test
  void bytesAfterTheStreamAreNotConsumed() throws IOException {
    byte[] stream = deflate(photo(), ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT);
    ByteBuffer in = ByteBuffer.allocateDirect(stream.length + 100).put(stream).rewind();
    try (ZlibInflater inflater = new ZlibInflater(ZlibFraming.ZLIB, NAME)) {
      ByteBuffer out = ByteBuffer.allocateDirect(BIG + 1);
      assertEquals(ZlibStatus.FINISHED, inflater.inflate(in, out));
      assertEquals(stream.length, in.position());
      assertEquals(ZlibStatus.FINISHED, inflater.inflate(in, out));
      assertEquals(stream.length, in.position());
    }
  }

  @ParameterizedTest
  @EnumSource
  void flushedInputCanBeInflatedBeforeTheEnd(ZlibFraming framing) throws IOException {
    byte[] data = photo();
    ByteBuffer compressed = ByteBuffer.allocate(2 * BIG);
    ByteBuffer out = ByteBuffer.allocateDirect(BIG);
    try (ZlibDeflater deflater = new ZlibDeflater(framing, 6, ZlibStrategy.DEFAULT);
        ZlibInflater inflater = new ZlibInflater(framing, NAME)) {
      deflater.deflate(ByteBuffer.wrap(data), compressed, ZlibFlush.SYNC);
      assertEquals(ZlibStatus.NEEDS_OUTPUT, inflater.inflate(compressed.flip(), out));
      assertEquals(ByteBuffer.wrap(data), out.flip());
      assertTrue(deflater.produced() < data.length);
    }
  }

  @Test
  void outputIsBoundedByItsBuffer() throws IOException {
    byte[] bomb = deflate(new byte[50 << 20], ZlibFraming.ZLIB, 9, ZlibStrategy.DEFAULT);
    ByteBuffer out = ByteBuffer.allocateDirect(1000);
    try (ZlibInflater inflater = new ZlibInflater(ZlibFraming.ZLIB, NAME)) {
      assertEquals(ZlibStatus.NEEDS_OUTPUT, inflater.inflate(ByteBuffer.wrap(bomb), out));
      assertEquals(1000, inflater.produced());
    }
  }

  @Test
  void wrongChecksumIsDamageAtItsOffset() {
    byte[] stream = deflate(photo(), ZlibFraming.GZIP, 6, ZlibStrategy.RLE);
    stream[stream.length - 5] ^= 1;
    PcrException e = assertThrows(PcrException.class, () -> inflate(ZlibFraming.GZIP, stream));
    assertSame(PcrException.Corrupt.class, e.getClass());
    assertTrue(e.getMessage().startsWith("GZIP.stream: stored incorrect data check (zlib)"));
    assertTrue(e.offset() > stream.length - 9 && e.offset() <= stream.length, e.getMessage());
    assertEquals(NAME, e.source());
  }

  @Test
  void otherFramingIsDamage() {
    byte[] zlib = deflate(photo(), ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT);
    PcrException e = assertThrows(PcrException.class, () -> inflate(ZlibFraming.GZIP, zlib));
    assertSame(PcrException.Corrupt.class, e.getClass());
  }

  @Test
  void presetDictionaryIsMalformed() {
    Deflater deflater = new Deflater();
    deflater.setDictionary(new byte[] {1, 2, 3, 4});
    deflater.setInput(new byte[] {1, 2, 3, 4});
    deflater.finish();
    byte[] compressed = new byte[100];
    int length = deflater.deflate(compressed);
    deflater.end();
    PcrException e =
        assertThrows(
            PcrException.class, () -> inflate(ZlibFraming.ZLIB, Arrays.copyOf(compressed, length)));
    assertSame(PcrException.Corrupt.class, e.getClass());
    assertSame(ErrorCode.MALFORMED, e.code());
  }

  @Property(tries = 300)
  void anyBytesAreAnErrorOrAStream(@ForAll byte[] data, @ForAll ZlibFraming framing) {
    try (ZlibInflater inflater = new ZlibInflater(framing, NAME)) {
      ByteBuffer out = ByteBuffer.allocateDirect(1 << 16);
      ZlibStatus status = inflater.inflate(ByteBuffer.wrap(data), out);
      assertTrue(status != ZlibStatus.NEEDS_OUTPUT || !out.hasRemaining());
    } catch (PcrException e) {
      assertEquals(NAME, e.source());
    }
  }

  @Test
  void useAfterCloseIsAMistakeAndSecondCloseIsNot() {
    ZlibDeflater deflater = new ZlibDeflater(ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT);
    deflater.close();
    deflater.close();
    ByteBuffer out = ByteBuffer.allocate(10);
    assertThrows(
        AlreadyClosedException.class,
        () -> deflater.deflate(ByteBuffer.allocate(1), out, ZlibFlush.NONE));
    assertThrows(AlreadyClosedException.class, deflater::reset);
    ZlibInflater inflater = new ZlibInflater(ZlibFraming.ZLIB, NAME);
    inflater.close();
    assertThrows(AlreadyClosedException.class, () -> inflater.inflate(ByteBuffer.allocate(1), out));
  }

  @Test
  void inputAfterTheEndIsAMistake() {
    try (ZlibDeflater deflater = new ZlibDeflater(ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT)) {
      ByteBuffer out = ByteBuffer.allocate(100);
      assertEquals(
          ZlibStatus.FINISHED, deflater.deflate(ByteBuffer.allocate(9), out, ZlibFlush.FINISH));
      for (ZlibFlush flush : ZlibFlush.values()) {
        assertThrows(
            IllegalStateException.class,
            () -> deflater.deflate(ByteBuffer.allocate(9), out, flush),
            flush::name);
      }
    }
  }

  @Test
  void readOnlyOutputIsAMistake() {
    try (ZlibInflater inflater = new ZlibInflater(ZlibFraming.ZLIB, NAME)) {
      ByteBuffer out = ByteBuffer.allocateDirect(10).asReadOnlyBuffer();
      assertThrows(
          ReadOnlyBufferException.class, () -> inflater.inflate(ByteBuffer.allocate(1), out));
    }
  }

  private static byte[] photo() {
    byte[] data = new byte[BIG];
    SyntheticPhoto.render(1, 500, 200, PixelFormat.RGB).get(data);
    // A run, for what looks for nothing else.
    Arrays.fill(data, 1000, 30_000, (byte) 7);
    return data;
  }

  private static byte[] gzip(byte[] data) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(data);
    }
    return out.toByteArray();
  }

  private static byte[] deflate(
      byte[] data, ZlibFraming framing, int level, ZlibStrategy strategy) {
    try (ZlibDeflater deflater = new ZlibDeflater(framing, level, strategy)) {
      return new Pump(BIG, BIG, false).deflate(deflater, data);
    }
  }

  private static byte[] inflate(ZlibFraming framing, byte[] stream) throws PcrException {
    try (ZlibInflater inflater = new ZlibInflater(framing, NAME)) {
      return new Pump(BIG, BIG, true).inflate(inflater, stream);
    }
  }
}
