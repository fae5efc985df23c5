package io.pcr.codecs.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodeOptions.Crop;
import io.pcr.codecs.jpeg.DecodeOptions.Scale;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class JpegDecoderPropertiesTest {
  private static final List<byte[]> FILES =
      List.of(
          JpegFixtures.baseline(323, 277),
          JpegFixtures.progressive(320, 256),
          JpegFixtures.subsampled(301, 222, 2, 1),
          JpegFixtures.subsampled(222, 301, 1, 2),
          JpegFixtures.subsampled(310, 200, 4, 1),
          JpegFixtures.baseline444(150, 150),
          JpegFixtures.restartIntervals(257, 129, 5),
          JpegFixtures.grey(190, 210),
          JpegFixtures.rgbIds(100, 120),
          JpegFixtures.nonInterleaved(200, 190),
          JpegFixtures.ycck(133, 144, true),
          JpegFixtures.cmyk(99, 88, false));

  private static final Map<String, Pixels> WHOLE = new HashMap<>();

  /** A file, how to decode it, and a crop given in thousandths. */
  record CropCase(int file, Scale scale, boolean grey, boolean fancy, List<Integer> cut) {}

  @Provide
  Arbitrary<CropCase> crops() {
    return net.jqwik.api.Combinators.combine(
            Arbitraries.integers().between(0, FILES.size() - 1),
            Arbitraries.of(Scale.class),
            Arbitraries.of(true, false),
            Arbitraries.of(true, true, false),
            Arbitraries.integers().between(0, 1000).list().ofSize(4))
        .as(CropCase::new);
  }

  @Property(tries = 600)
  void cropShowsThePixelsOfTheWhole(@ForAll("crops") CropCase c) throws Exception {
    DecodeOptions options =
        (c.grey() ? DecodeOptions.grey() : DecodeOptions.rgb())
            .withScale(c.scale())
            .withFancyUpsampling(c.fancy());
    String key = c.file() + " " + options;
    Pixels whole = WHOLE.get(key);
    if (whole == null) {
      whole = Pixels.of(FILES.get(c.file()), options);
      WHOLE.put(key, whole);
    }
    int x = c.cut().get(0) * (whole.width() - 1) / 1000;
    int y = c.cut().get(1) * (whole.height() - 1) / 1000;
    int width = 1 + c.cut().get(2) * (whole.width() - x - 1) / 1000;
    int height = 1 + c.cut().get(3) * (whole.height() - y - 1) / 1000;
    Crop crop = new Crop(x, y, width, height);
    Pixels part = Pixels.of(FILES.get(c.file()), options.withCrop(crop));
    assertArrayEquals(whole.part(crop), part.values(), crop.toString());
  }

  @Property(tries = 200)
  void cutsBetweenSlicesDoNotShow(
      @ForAll @IntRange(max = 11) int file,
      @ForAll @Size(max = 12) List<@IntRange(max = 10_000) Integer> cuts,
      @ForAll boolean direct)
      throws Exception {
    byte[] jpeg = FILES.get(file);
    List<Integer> offsets = new ArrayList<>();
    cuts.forEach(cut -> offsets.add((int) ((long) jpeg.length * cut / 10_000)));
    offsets.add(0);
    offsets.add(jpeg.length);
    Collections.sort(offsets);
    List<ByteBuffer> slices = new ArrayList<>();
    for (int i = 1; i < offsets.size(); i++) {
      int length = offsets.get(i) - offsets.get(i - 1);
      boolean inPlace = direct || i % 3 == 0;
      ByteBuffer slice = inPlace ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
      slices.add(slice.put(jpeg, offsets.get(i - 1), length).flip());
    }
    assertArrayEquals(
        Pixels.of(jpeg, DecodeOptions.rgb()).values(),
        Pixels.of(slices, DecodeOptions.rgb()).values());
  }
}
