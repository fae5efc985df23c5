package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.format.Limits;
import io.pcr.format.programme.Programme;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Our writer of progressive scans beside libjpeg's own: of any file, by any script, the same bytes
 * or the same error.
 */
class ScanWritingTest {
  private static final String PROGRAM = "jpeg_writing.cpp";
  private static final List<String> OPTIMIZED = List.of("-O2");
  private static final List<String> WITHOUT_VECTORS = List.of("-O2", "-DPCR_PLAIN_SETS");
  private static final int LARGEST_FILE = 20_000;
  private static final int FEW_PHOTOS = 4;
  private static final int PHOTO_ROUNDS = 200;
  private static final int ROUNDS = 10_000;
  private static final int LONG_ROUNDS = 100_000;

  // More blocks than a run of ended bands can have.
  private static final int FLAT_WIDTH = 2048;
  private static final int FLAT_HEIGHT = 2064;
  private static final int FLAT_ROUNDS = 10;

  private static final int SLOPE_WIDTH = 1024;
  private static final int SLOPE_HEIGHT = 552;
  private static final int STEEPNESS = 10; // in a block
  private static final int DCT_SIZE = 8;
  private static final int BRIGHTEST = 200;
  private static final int SLOPES = 4;
  private static final int NOISY_ROWS = 16;
  private static final int NOISE = 40;
  private static final int QUALITY = 50;
  private static final int SLOPE_ROUNDS = 150;

  private static final Pattern ALIKE =
      Pattern.compile("(\\d+) written, (\\d+) refused, all alike\n");

  @TempDir Path folder;

  @Test
  void photographsAreWrittenAsLibjpegWritesThem() throws Exception {
    compare(OPTIMIZED, PHOTO_ROUNDS, photos(FEW_PHOTOS));
  }

  @Test
  void changedFilesAreWrittenAsLibjpegWritesThem() throws Exception {
    compare(OPTIMIZED, ROUNDS, smallFiles());
  }

  @Test
  void changedFilesAreWrittenAlikeWithoutVectorInstructions() throws Exception {
    compare(WITHOUT_VECTORS, ROUNDS, smallFiles());
  }

  @Test
  void moreEndedBandsThanARunCanHaveAreWrittenAsLibjpegWritesThem() throws Exception {
    byte[] flat = JpegFixtures.flatGrey(FLAT_WIDTH, FLAT_HEIGHT);
    compare(OPTIMIZED, FLAT_ROUNDS, List.of(flat));
  }

  /**
   * Below some rows of noise, slopes: block after block with one or two coefficients and no new
   * one, whose refinement has to be held until it is too much. The rows shift where that is.
   */
  @Test
  void bitsHeldOfManyBlocksNeedNoMoreMemoryThanThereIs() throws Exception {
    List<byte[]> slopes = new ArrayList<>();
    for (int number = 1; number <= SLOPES; number++) {
      slopes.add(slope(number * NOISY_ROWS));
    }
    compare(GlueProgram.SANITIZED, SLOPE_ROUNDS, slopes);
  }

  private static byte[] slope(int noisyRows) throws Exception {
    ByteBuffer pixels = ByteBuffer.allocateDirect(SLOPE_WIDTH * SLOPE_HEIGHT);
    Random random = new Random(noisyRows);
    for (int y = 0; y < SLOPE_HEIGHT; y++) {
      for (int x = 0; x < SLOPE_WIDTH; x++) {
        int noise = y < noisyRows ? random.nextInt(NOISE) : 0;
        int level = x * STEEPNESS / DCT_SIZE % BRIGHTEST;
        pixels.put(y * SLOPE_WIDTH + x, (byte) (level + noise));
      }
    }
    ImageInfo size = new ImageInfo(SLOPE_WIDTH, SLOPE_HEIGHT, PixelFormat.GREY.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      ByteBuffer jpeg = encoder.encode(pixels, size, EncodeOptions.quality(QUALITY), "slope");
      byte[] bytes = new byte[jpeg.remaining()];
      jpeg.get(bytes);
      return bytes;
    }
  }

  @Test
  @Tag("long")
  void theWholeCorpusIsWrittenAsLibjpegWritesIt() throws Exception {
    compare(OPTIMIZED, LONG_ROUNDS / 10, photos(Integer.MAX_VALUE));
  }

  @Test
  @Tag("long")
  void changedFilesCauseNoFaultUnderSanitizers() throws Exception {
    compare(GlueProgram.SANITIZED, LONG_ROUNDS, smallFiles());
  }

  private void compare(List<String> options, int rounds, List<byte[]> files) throws Exception {
    GlueProgram program = GlueProgram.compile(PROGRAM, options, folder);
    String output = program.run(Integer.toString(rounds), files);
    Matcher said = ALIKE.matcher(output);
    assertTrue(said.matches(), output);
    int written = Integer.parseInt(said.group(1));
    assertEquals(rounds, written + Integer.parseInt(said.group(2)), output);
    assertTrue(written > rounds / 3, output);
    Programme.PEERS.passed("scans written by scripts made up, by libjpeg alone", rounds);
  }

  private static List<byte[]> photos(int count) {
    return Corpus.photos().stream().limit(count).map(Photo::jpeg).toList();
  }

  private static List<byte[]> smallFiles() throws Exception {
    List<byte[]> files = new ArrayList<>();
    for (byte[] file : JpegFixtures.sound().values()) {
      if (file.length < LARGEST_FILE) {
        files.add(file);
      }
    }
    return files;
  }
}
