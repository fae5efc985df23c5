package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import io.pcr.format.programme.Programme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A part of a picture, at any scale, is that part of the whole picture that libjpeg shows when
 * nothing is cropped.
 */
class CroppedPicturesTest {
  private static final int[][] SIZES = {{233, 85}, {61, 150}, {17, 9}};
  private static final List<String> CODINGS = List.of("scans", "progressive", "unfinished");
  private static final int SOMEWHERE = 6;
  private static final int MORE = 60;
  private static final int LEAST_SAMPLINGS = 20;

  @TempDir private Path folder;
  private LibjpegOracle libjpeg;
  private OurPixels ours;

  @BeforeEach
  void start() throws Exception {
    libjpeg = LibjpegOracle.compile(folder);
    ours = new OurPixels();
  }

  @AfterEach
  void stop() throws IOException {
    ours.close();
    libjpeg.close();
  }

  @Test
  void partsOfEachSamplingAtEachScale() throws Exception {
    Set<String> samplings = new LinkedHashSet<>(List.of("11", "22", "22111122", "41111141"));
    JpegKinds.factors().forEach(factor -> samplings.add(factor + "1111"));
    samplings.addAll(List.of("222112", "212111", "422121", "424141", "442211", "444242", "112211"));
    compare(samplings, 1, SOMEWHERE);
  }

  @Test
  @Tag("long")
  void morePartsOfEachPairOfSamplings() throws Exception {
    Set<String> samplings = new LinkedHashSet<>();
    for (String first : JpegKinds.factors()) {
      samplings.add(first);
      JpegKinds.factors().forEach(second -> samplings.add(first + second + second));
      samplings.add(first + "1111" + first);
    }
    compare(samplings, SIZES.length, MORE);
  }

  private void compare(Set<String> samplings, int sizes, int somewhere) throws Exception {
    long all = 0;
    int decodable = 0;
    for (String sampling : samplings) {
      long compared = 0;
      for (String coding : CODINGS) {
        boolean alone = coding.equals("progressive") && !JpegKind.canInterleave(sampling);
        for (int i = 0; i < sizes && !alone; i++) {
          JpegKind kind = JpegKind.of(SIZES[i][0], SIZES[i][1], sampling, coding);
          byte[] jpeg =
              libjpeg.make(kind).orElseThrow(() -> new AssertionError(kind + " not made"));
          for (DecodeOptions options : ways(kind)) {
            Optional<Picture> whole = libjpeg.decode(jpeg, options);
            if (whole.isPresent()) {
              compared += compare(jpeg, whole.get(), options, somewhere, kind.toString());
            }
          }
        }
      }
      decodable += compared > 0 ? 1 : 0;
      all += compared;
    }
    assertTrue(decodable >= LEAST_SAMPLINGS, decodable + " samplings that libjpeg decodes");
    Programme.PIXELS.passed(
        "parts: " + decodable + " samplings, 4 scales, smoothing, upsampling, places", all);
  }

  private static List<DecodeOptions> ways(JpegKind kind) {
    List<DecodeOptions> ways = new ArrayList<>();
    for (Scale scale : Scale.values()) {
      for (boolean smoothed : new boolean[] {false, true}) {
        for (boolean fancy : new boolean[] {true, false}) {
          DecodeOptions colour = kind.isGrey() ? DecodeOptions.grey() : DecodeOptions.rgb();
          ways.add(colour.withScale(scale).withBlockSmoothing(smoothed).withFancyUpsampling(fancy));
        }
      }
    }
    return ways;
  }

  private int compare(byte[] jpeg, Picture whole, DecodeOptions options, int somewhere, String what)
      throws IOException {
    List<Crop> crops = places(whole.width(), whole.height(), somewhere, what.hashCode());
    for (Crop crop : crops) {
      byte[] expected = whole.part(crop);
      byte[] actual = ours.decode(jpeg, options.withCrop(crop)).pixels();
      assertTrue(
          Arrays.equals(expected, actual),
          () -> what + " " + options + " " + crop + ": " + Picture.difference(expected, actual));
    }
    return crops.size();
  }

  /** All edges and corners, the first and last columns and rows by themselves, and some others. */
  private static List<Crop> places(int width, int height, int somewhere, int seed) {
    Set<Crop> crops = new LinkedHashSet<>();
    int[] columns = {0, width / 2, width - 1};
    int[] rows = {0, height / 2, height - 1};
    for (int x : columns) {
      crops.add(new Crop(x, 0, 1, height));
      crops.add(new Crop(x, 0, width - x, height));
      for (int y : rows) {
        crops.add(new Crop(x, y, 1, 1));
        crops.add(new Crop(x, y, width - x, height - y));
      }
    }
    for (int y : rows) {
      crops.add(new Crop(0, y, width, 1));
    }
    Random random = new Random(seed);
    for (int i = 0; i < somewhere; i++) {
      int x = random.nextInt(width);
      int y = random.nextInt(height);
      int w = 1 + random.nextInt(width - x);
      crops.add(new Crop(x, y, w, 1 + random.nextInt(height - y)));
    }
    return List.copyOf(crops);
  }
}
