package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.MarkerPolicy;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.programme.Programme;
import io.pcr.format.script.ScanScripts;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is handed out is what its source shows, whatever the source's header says; or nothing is.
 */
class ProofTest {
  private static final List<String> OPTIMIZED = List.of("-O2");
  private static final int ROUNDS = 10_000;
  private static final int LONG_ROUNDS = 100_000;
  private static final int COMPONENTS = 4;
  private static final Pattern SAID =
      Pattern.compile(
          "(\\d+) proved, (\\d+) of them given back, (\\d+) refused,"
              + " (\\d+) changes found, (\\d+) harmless\n");

  @TempDir Path folder;

  @Test
  void jpegsMadeUpShowTheSameInLibjpegAloneAndAChangedBitIsFound() throws Exception {
    compare(OPTIMIZED, ROUNDS);
  }

  @Test
  @Tag("long")
  void jpegsMadeUpCauseNoFaultUnderSanitizers() throws Exception {
    compare(GlueProgram.SANITIZED, LONG_ROUNDS);
  }

  private void compare(List<String> options, int rounds) throws Exception {
    GlueProgram program = GlueProgram.compile("jpeg_proof.cpp", options, folder);
    String output = program.run(Integer.toString(rounds), List.of());
    Matcher said = SAID.matcher(output);
    assertTrue(said.matches(), output);
    long proved = Long.parseLong(said.group(1));
    long found = Long.parseLong(said.group(4));
    long harmless = Long.parseLong(said.group(5));
    assertEquals(rounds, proved + Long.parseLong(said.group(3)) + found + harmless, output);
    assertTrue(proved > rounds / 4 && Long.parseLong(said.group(2)) > proved / 2, output);
    assertTrue(found > rounds / 10, output);
    Programme.PEERS.passed("JPEGs made up and transcoded, by libjpeg alone", proved);
    Programme.PEERS.passed(
        "transcoded JPEGs with a changed bit, by libjpeg alone", found + harmless);
  }

  @Provide
  static Arbitrary<byte[]> sources() {
    return Arbitraries.of(
        JpegFixtures.baseline(50, 37),
        JpegFixtures.baseline444(33, 20),
        JpegFixtures.bareYcbcr(40, 30),
        JpegFixtures.rgbIds(40, 30),
        JpegFixtures.rgbAdobe(40, 30),
        JpegFixtures.restartIntervals(50, 40, 3),
        JpegFixtures.arithmetic(40, 30),
        JpegFixtures.grey(30, 30),
        JpegFixtures.cmyk(40, 30, true),
        JpegFixtures.cmyk(40, 30, false),
        JpegFixtures.ycck(40, 30, true));
  }

  @Provide
  static Arbitrary<int[]> ids() {
    Arbitrary<Integer> few = Arbitraries.of(0, 1, 2, 3, 4, (int) 'R', (int) 'G', (int) 'B', 255);
    return few.array(int[].class).ofSize(COMPONENTS);
  }

  /** Interleaved, so that libjpeg tells the components apart by their order. Covers R-SAMPLE-5. */
  @Property(tries = 300)
  void anyIdsKeepThePictureAndTheOriginal(@ForAll("sources") byte[] jpeg, @ForAll("ids") int[] ids)
      throws Exception {
    int components = inspect(jpeg).components();
    byte[] source = JpegSurgery.withIds(jpeg, Arrays.copyOf(ids, components));
    Transcoded made = transcode(source);
    assertEquals(inspect(source).colorSpace(), inspect(bytes(made.jpeg())).colorSpace());
    assertArrayEquals(
        Pixels.of(source, DecodeOptions.rgb()).values(),
        Pixels.of(List.of(made.jpeg()), DecodeOptions.rgb()).values());
    assertTrue(made.reproduction().isExact());
    ByteBuffer original = ByteBuffer.wrap(source);
    try (JpegReencoder reencoder = new JpegReencoder(Limits.DEFAULT)) {
      assertEquals(
          original,
          reencoder.reencode(
              List.of(made.jpeg()),
              made.reproduction().segments(original),
              source.length,
              "any ids"));
    }
  }

  /** libjpeg takes all scans for those of the first component: that is what there is to keep. */
  @Test
  void scansOfOneComponentEachWithEqualIdsAreWhatLibjpegTakesThemFor() throws Exception {
    for (int[] ids : new int[][] {{1, 1, 1}, {1, 2, 2}, {2, 2, 1}}) {
      for (byte[] jpeg :
          List.of(JpegFixtures.nonInterleaved(40, 30), JpegFixtures.progressive(40, 30))) {
        byte[] source = JpegSurgery.withIds(jpeg, ids);
        Pixels shown = Pixels.of(source, DecodeOptions.rgb());
        Transcoded made = transcode(source);
        assertArrayEquals(
            shown.values(), Pixels.of(List.of(made.jpeg()), DecodeOptions.rgb()).values());
        assertEquals(shown.warnings().isEmpty(), made.warnings().isEmpty());
      }
    }
  }

  /**
   * Kept in front, the marker would say that the components mean something else; and it is kept, as
   * all are, in front of the first scan.
   */
  @Test
  void markerThatWouldChangeTheColoursIsFound() throws Exception {
    byte[] source = JpegFixtures.jfifBehindFirstScan(40, 30);
    PcrException e =
        assertThrows(
            PcrException.class,
            () -> transcode(source, TranscodeOptions.DEFAULT.withMarkers(MarkerPolicy.ALL)));
    assertSame(PcrException.Unproved.class, e.getClass());
    assertTrue(e.getMessage().contains("read back"), e.getMessage());
    assertEquals(JpegColorSpace.RGB, inspect(bytes(transcode(source).jpeg())).colorSpace());
  }

  private static JpegInfo inspect(byte[] jpeg) throws PcrException {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      return decoder.inspect(List.of(ByteBuffer.wrap(jpeg)), "inspected");
    }
  }

  private static Transcoded transcode(byte[] jpeg) throws PcrException {
    return transcode(jpeg, TranscodeOptions.DEFAULT);
  }

  private static Transcoded transcode(byte[] jpeg, TranscodeOptions options) throws PcrException {
    try (JpegTranscoder transcoder =
        new JpegTranscoder(ScanScripts.named(ScanScripts.LIBJPEG), options)) {
      return transcoder.transcode(ByteBuffer.wrap(jpeg), "transcoded");
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
