package io.pcr.advisor.internal.ratio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.internal.ratio.RatioSearch.Found;
import io.pcr.advisor.internal.ratio.RatioSearch.Ratio;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RatioSearchTest {
  /** Steps by which a throughput changes from one ratio to the next. */
  @Provide
  Arbitrary<List<Integer>> steps() {
    return Arbitraries.integers().between(1, 50).list().ofSize(RatioSearch.TENTHS + 1);
  }

  private static Ratio ratio(List<Integer> loading, List<Integer> decoding, int tenths) {
    double loads = loading.subList(tenths, loading.size()).stream().mapToInt(i -> i).sum();
    double decodes = decoding.subList(0, tenths + 1).stream().mapToInt(i -> i).sum();
    return new Ratio(tenths, loads, decodes);
  }

  @Property
  void theBestOfAllElevenIsFoundByMeasuringSixAtMost(
      @ForAll("steps") List<Integer> loading, @ForAll("steps") List<Integer> decoding)
      throws IOException {
    Found found = RatioSearch.search(tenths -> ratio(loading, decoding, tenths));
    Found all = RatioSearch.all(tenths -> ratio(loading, decoding, tenths));
    assertEquals(all.best().bound(), found.best().bound());
    assertEquals(11, all.measured().size());
    assertTrue(found.measured().size() <= 6, found.measured()::toString);
    assertEquals(
        found.measured().size(),
        found.measured().stream().map(Ratio::rawTenths).distinct().count());
    assertEquals(5, found.measured().get(0).rawTenths());
  }

  @Property
  void storageThatIsAlwaysFasterGetsOnlyRawImagesAndDecodingThatIsOnlyEncodedOnes(
      @ForAll("steps") List<Integer> loading, @ForAll("steps") List<Integer> decoding)
      throws IOException {
    RatioSearch.Throughputs fastStorage =
        tenths -> {
          Ratio ratio = ratio(loading, decoding, tenths);
          return new Ratio(tenths, ratio.loading() + 10_000, ratio.decoding());
        };
    assertEquals("0:10", RatioSearch.search(fastStorage).best().text());
    RatioSearch.Throughputs slowStorage =
        tenths -> {
          Ratio ratio = ratio(loading, decoding, tenths);
          return new Ratio(tenths, ratio.loading(), ratio.decoding() + 10_000);
        };
    assertEquals("10:0", RatioSearch.search(slowStorage).best().text());
  }

  @Property
  void whateverIsMeasuredTheSearchEndsWithARatioThatWasMeasured(@ForAll List<Integer> values)
      throws IOException {
    Found found =
        RatioSearch.search(
            tenths ->
                new Ratio(
                    tenths,
                    values.isEmpty() ? 1 : values.get(tenths % values.size()),
                    values.isEmpty() ? 1 : values.get((3 * tenths + 1) % values.size())));
    assertTrue(found.measured().contains(found.best()));
    assertTrue(found.measured().size() <= 6);
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpeg", "png", "webp", "bmp", "raw", "pcr:1", "pcr:12"})
  void formatsAreReadAsTheyAreWritten(String text) {
    assertEquals(text, PairFormat.parse(text).toString());
    assertEquals(!text.startsWith("pcr"), PairFormat.parse(text).isLiquid());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gif", "pcr", "pcr:0", "pcr:x", "pcr:65", "", "opaque", "JPEG"})
  void otherFormatsAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> PairFormat.parse(text));
  }

  @Test
  void mixOfOneFormatIsNone() {
    PairFormat raw = PairFormat.parse("raw");
    assertThrows(IllegalArgumentException.class, () -> new FormatPair.Options(raw, raw, 1, 1));
  }
}
