package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.Corpus.Photo;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.codecs.jpeg.ScanTargets.Way;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlopeSearchTest {
  private static final List<Double> QUALITIES = List.of(.90, .95, .96, .98, .99);

  /** What the next slope, or one image of few, adds to a mean. */
  private static final double A_STEP = .004;

  private static final List<Photo> PHOTOS = Corpus.some(12);

  @Test
  void imagesReachTheQualityOnAverageAsPredicted() throws Exception {
    ScanTargets targets = find(PHOTOS);
    double[] sums = new double[QUALITIES.size()];
    try (JpegTranscoder transcoder = new JpegTranscoder(targets, TranscodeOptions.DEFAULT)) {
      for (Photo photo : PHOTOS) {
        Transcoded made = transcoder.transcode(ByteBuffer.wrap(photo.jpeg()), photo.name());
        for (int i = 0; i < sums.length; i++) {
          sums[i] += made.predicted().get(i) / PHOTOS.size();
        }
      }
    }
    for (int i = 0; i < sums.length; i++) {
      double above = sums[i] - QUALITIES.get(i);
      assertTrue(above >= 0 && above < A_STEP, QUALITIES.get(i) + ": " + sums[i]);
    }
  }

  @Test
  void orderOfTheImagesMakesNoDifference() throws Exception {
    List<Photo> turned = new ArrayList<>(PHOTOS);
    Collections.reverse(turned);
    assertEquals(find(PHOTOS), find(turned));
  }

  @Test
  void asManySlopesAsThereAreGroupsHoweverNearTheQualitiesAreToOne() throws Exception {
    List<Double> qualities = IntStream.range(0, ScanTargets.MOST).mapToObj(i -> .9999999).toList();
    try (SlopeSearch search = new SlopeSearch(Preference.BALANCED, Limits.DEFAULT)) {
      Photo photo = PHOTOS.get(0);
      search.add(ByteBuffer.wrap(photo.jpeg()), photo.name());
      assertEquals(ScanTargets.MOST, search.targets(qualities).aims().size());
    }
  }

  @Test
  void slopesRiseWhateverTheQualities() throws Exception {
    try (SlopeSearch search = new SlopeSearch(Preference.BALANCED, Limits.DEFAULT)) {
      search.add(ByteBuffer.wrap(JpegFixtures.flatGrey(64, 64)), "flat");
      ScanTargets targets = search.targets(List.of(.1, .2, .5, .999999));
      assertEquals(Way.SLOPE, targets.way());
      assertEquals(4, targets.aims().size());
    }
  }

  @Test
  void nothingIsFoundFromNothing() throws Exception {
    try (SlopeSearch search = new SlopeSearch(Preference.BALANCED, Limits.DEFAULT)) {
      assertThrows(
          PcrException.class,
          () -> search.add(ByteBuffer.wrap(JpegFixtures.twelveBit(16, 16)), "12 bits"));
      assertThrows(IllegalStateException.class, () -> search.targets(QUALITIES));
    }
  }

  private static ScanTargets find(List<Photo> photos) throws Exception {
    try (SlopeSearch search = new SlopeSearch(Preference.BALANCED, Limits.DEFAULT)) {
      for (Photo photo : photos) {
        search.add(ByteBuffer.wrap(photo.jpeg()), photo.name());
      }
      return search.targets(QUALITIES);
    }
  }
}
