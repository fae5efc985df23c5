package io.pcr.writer.liquid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.metadata.Encoding;
import io.pcr.writer.internal.liquid.FormatChoice;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatMixTest {
  private static final List<Encoding> FORMATS =
      List.of(Encoding.JPEG, Encoding.PNG, Encoding.WEBP, Encoding.BMP, Encoding.RAW);

  @Provide
  Arbitrary<FormatMix> mixes() {
    return Arbitraries.integers()
        .between(0, 12)
        .list()
        .ofSize(FORMATS.size())
        .filter(weights -> weights.stream().anyMatch(weight -> weight > 0))
        .map(
            weights -> {
              Map<Encoding, Integer> map = new EnumMap<>(Encoding.class);
              for (int i = 0; i < weights.size(); i++) {
                map.put(FORMATS.get(i), weights.get(i));
              }
              return FormatMix.of(map);
            });
  }

  @Test
  void mixIsReadWhateverTheOrderAndTheCommonDivisor() {
    FormatMix mix = FormatMix.parse("jpeg:6,raw:4");
    assertEquals(mix, FormatMix.parse("RAW:2, Jpeg:3,png:0"));
    assertEquals(mix.hashCode(), FormatMix.parse("raw:40,jpeg:60").hashCode());
    assertEquals("jpeg:3,raw:2", mix.toString());
    assertEquals(List.of(Encoding.JPEG, Encoding.RAW), mix.formats());
    assertEquals("bmp:1", FormatMix.parse("bmp:10,raw:0").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | is not FORMAT:WEIGHT",
        "jpeg | is not FORMAT:WEIGHT",
        "jpeg:6, | is not FORMAT:WEIGHT",
        "jpeg:6:4 | is not FORMAT:WEIGHT",
        "jpg:6,raw:4 | not one of jpeg, png, webp, bmp, raw",
        "progressive_jpeg:1 | not one of jpeg",
        "opaque:1 | not one of jpeg",
        "jpeg:six | not an integer",
        "jpeg:0.6,raw:0.4 | not an integer",
        "jpeg:99999999999 | not an integer",
        "jpeg:-1,raw:2 | not in 0..1000",
        "jpeg:1001 | not in 0..1000",
        "jpeg:6,raw:4,jpeg:1 | is in the mix twice",
        "jpeg:0,raw:0 | weight above 0"
      })
  void badMixIsRefusedAndSaysWhy(String text, String why) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> FormatMix.parse(text));
    assertTrue(e.getMessage().contains(why), e.getMessage());
  }

  @Property
  void mixComesBackFromItsText(@ForAll("mixes") FormatMix mix) {
    assertEquals(mix, FormatMix.parse(mix.toString()));
  }

  @Property
  void countsAddUpAndNoneIsASampleOrMoreFromItsShare(
      @ForAll("mixes") FormatMix mix, @ForAll @IntRange(min = 0, max = 5000) int samples) {
    Map<Encoding, Long> counts = mix.counts(samples);
    assertEquals(samples, counts.values().stream().mapToLong(Long::longValue).sum());
    Map<Encoding, Long> whole = mix.counts(mix.sum());
    counts.forEach(
        (format, count) -> {
          double share = (double) samples * whole.get(format) / mix.sum();
          assertTrue(Math.abs(count - share) < 1, format + ": " + count + " of " + share);
        });
  }

  @Property
  void everyBlockAndTheWholeHaveTheirShareExactly(
      @ForAll("mixes") FormatMix mix,
      @ForAll @IntRange(min = 0, max = 700) int samples,
      @ForAll long seed) {
    FormatChoice choice = FormatChoice.of(mix, samples, seed);
    Map<Encoding, Long> all = new HashMap<>();
    Map<Encoding, Long> block = new HashMap<>();
    for (int place = 0; place < samples; place++) {
      Encoding format = choice.at(place);
      assertEquals(format, FormatChoice.of(mix, samples, seed).at(place));
      all.merge(format, 1L, Long::sum);
      block.merge(format, 1L, Long::sum);
      if ((place + 1) % mix.sum() == 0) {
        assertEquals(mix.counts(mix.sum()), block);
        block.clear();
      }
    }
    Map<Encoding, Long> expected = new HashMap<>(mix.counts(samples));
    expected.values().removeIf(count -> count == 0);
    assertEquals(expected, all);
    assertThrows(IndexOutOfBoundsException.class, () -> choice.at(samples));
  }

  @Test
  void anotherSeedChoosesOtherSamplesAndOneSeedAlwaysTheSame() {
    FormatMix mix = FormatMix.parse("jpeg:6,raw:4");
    StringBuilder zero = new StringBuilder();
    StringBuilder one = new StringBuilder();
    for (int place = 0; place < 20; place++) {
      zero.append(FormatChoice.of(mix, 1000, 0).at(place).name().charAt(0));
      one.append(FormatChoice.of(mix, 1000, 1).at(place).name().charAt(0));
      assertEquals(FormatChoice.of(mix, 1000, 0).at(place), FormatChoice.endless(mix, 0).at(place));
    }
    assertTrue(!zero.toString().equals(one.toString()));
    // Frozen: a dataset is made again from its options.
    assertEquals("RJJRJRJJJRRRJJJJRJJR", zero.toString());
  }
}
