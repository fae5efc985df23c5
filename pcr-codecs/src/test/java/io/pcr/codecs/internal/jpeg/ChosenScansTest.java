package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.codecs.jpeg.ScanTargets.Way;
import io.pcr.format.Limits;
import io.pcr.format.internal.jpeg.ScriptSlices;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ChosenScansTest {
  private static final List<ViewSize> SIZES =
      List.of(
          ViewSize.FULL,
          ViewSize.MODEL_224,
          new ViewSize(9, 8),
          new ViewSize(ViewSize.MAX_SIDE, 1));

  private static final ScanTargets QUALITIES =
      ScanTargets.ofQualities(List.of(.90, .95, .96, .98, .99), Preference.BALANCED);
  private static final List<Map.Entry<String, byte[]>> FILES =
      List.copyOf(JpegFixtures.sound().entrySet());
  private static final int LARGE = 40_000;

  @TestFactory
  Stream<DynamicTest> everySoundFileKeepsItsCoefficientsAndComesBack() {
    return FILES.stream()
        .map(
            file -> DynamicTest.dynamicTest(file.getKey(), () -> requireLossless(file, QUALITIES)));
  }

  @Property(tries = 200)
  void anyTargetsGiveScansThatAreLegalAndComplete(
      @ForAll("targets") ScanTargets targets, @ForAll("files") Map.Entry<String, byte[]> file)
      throws Exception {
    requireLossless(file, targets);
  }

  @Provide
  Arbitrary<Map.Entry<String, byte[]>> files() {
    return Arbitraries.of(FILES.stream().filter(file -> file.getValue().length < LARGE).toList());
  }

  @Provide
  Arbitrary<ScanTargets> targets() {
    return Combinators.combine(
            Arbitraries.of(Way.values()),
            Arbitraries.of(Preference.values()),
            Arbitraries.of(Reconstruction.values()),
            Arbitraries.of(SIZES),
            Arbitraries.integers().between(0, ScanTargets.MOST),
            Arbitraries.randoms())
        .as(ChosenScansTest::someTargets);
  }

  private static ScanTargets someTargets(
      Way way,
      Preference preference,
      Reconstruction reconstruction,
      ViewSize at,
      int count,
      Random random) {
    int most = way == Way.SLOPE ? ScanTargets.MOST_SLOPE : 999_999;
    List<Integer> aims = random.ints(1, most + 1).distinct().limit(count).sorted().boxed().toList();
    return new ScanTargets(way, aims, preference, reconstruction, at);
  }

  private static void requireLossless(Map.Entry<String, byte[]> file, ScanTargets targets)
      throws Exception {
    ByteBuffer source = ByteBuffer.wrap(file.getValue());
    try (JpegTranscoder transcoder = new JpegTranscoder(targets, TranscodeOptions.DEFAULT)) {
      Transcoded made = transcoder.transcode(source, file.getKey());
      assertEquals(
          JpegCoefficients.read(List.of(source), Limits.DEFAULT, "source"),
          JpegCoefficients.read(List.of(made.jpeg()), Limits.DEFAULT, "made"));
      assertTrue(made.reproduction().isExact());
      int groups = targets.groups();
      int[] ends = ScriptSlices.ends(made.jpeg(), made.script(), groups);
      assertArrayEquals(IntStream.rangeClosed(1, groups).map(made::prefixLength).toArray(), ends);
      assertEquals(made.jpeg().remaining() - 2, made.prefixLength(groups));
      assertEquals(groups, made.predicted().size());
      for (int i = 1; i < groups; i++) {
        assertTrue(made.predicted().get(i) >= made.predicted().get(i - 1), "" + made.predicted());
      }
      assertEquals(1, made.predicted().get(groups - 1));
    }
  }

  @Test
  void photographsComeNearTheirTargets() throws Exception {
    try (JpegTranscoder transcoder = new JpegTranscoder(QUALITIES, TranscodeOptions.DEFAULT)) {
      for (Photo photo : Corpus.some(8)) {
        Transcoded made = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        for (int i = 0; i < QUALITIES.aims().size(); i++) {
          assertEquals(QUALITIES.aims().get(i) / 1e6, made.predicted().get(i), .03, photo.name());
        }
      }
    }
  }

  @Test
  void targetsForMidpointsTakeFewerBytes() throws Exception {
    ScanTargets midpoint = QUALITIES.withReconstruction(Reconstruction.MIDPOINT);
    long plainBytes = 0;
    long midpointBytes = 0;
    for (Photo photo : Corpus.some(20)) {
      plainBytes += bytesOfPrefixes(photo, QUALITIES);
      midpointBytes += bytesOfPrefixes(photo, midpoint);
    }
    assertTrue(midpointBytes < plainBytes, midpointBytes + ", " + plainBytes);
  }

  @Test
  void targetsAtTheSizeOfAModelTakeFewerBytes() throws Exception {
    ScanTargets small = QUALITIES.withSize(ViewSize.MODEL_224);
    long fullBytes = 0;
    long smallBytes = 0;
    for (Photo photo : Corpus.some(20)) {
      fullBytes += bytesOfPrefixes(photo, QUALITIES);
      smallBytes += bytesOfPrefixes(photo, small);
    }
    assertTrue(smallBytes < .7 * fullBytes, smallBytes + ", " + fullBytes);
  }

  @Test
  void imageThatIsNoLargerThanItIsLookedAtGetsTheScansOfFullSize() throws Exception {
    Photo photo = Corpus.some(1).get(0);
    ScanTargets large = QUALITIES.withSize(new ViewSize(ViewSize.MAX_SIDE, 224));
    assertEquals(bytesOfPrefixes(photo, QUALITIES), bytesOfPrefixes(photo, large));
  }

  /** Of all groups but the last, which brings what is left. */
  private static long bytesOfPrefixes(Photo photo, ScanTargets targets) throws Exception {
    try (JpegTranscoder transcoder = new JpegTranscoder(targets, TranscodeOptions.DEFAULT)) {
      Transcoded made = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
      return IntStream.range(1, targets.groups()).mapToLong(made::prefixLength).sum();
    }
  }

  @Test
  void theSameImageGetsTheSameScansWhateverCameBefore() throws Exception {
    List<Photo> photos = Corpus.some(6);
    List<List<Integer>> alone = new ArrayList<>();
    for (Photo photo : photos) {
      try (JpegTranscoder fresh = new JpegTranscoder(QUALITIES, TranscodeOptions.DEFAULT)) {
        alone.add(fresh.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name()).scanEnds());
      }
    }
    try (JpegTranscoder transcoder = new JpegTranscoder(QUALITIES, TranscodeOptions.DEFAULT)) {
      for (int i = photos.size() - 1; i >= 0; i--) {
        Photo photo = photos.get(i);
        Transcoded made = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        assertEquals(alone.get(i), made.scanEnds(), photo.name());
      }
    }
  }

  @Test
  void targetsRise() {
    assertThrows(
        IllegalArgumentException.class,
        () -> ScanTargets.ofQualities(List.of(.95, .9), Preference.BYTES));
    assertThrows(
        IllegalArgumentException.class,
        () -> ScanTargets.ofQualities(List.of(1.), Preference.BYTES));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ScanTargets(Way.SLOPE, List.of(512), Preference.BYTES));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ScanTargets(Way.SLOPE, List.of(0), Preference.BYTES));
  }
}
