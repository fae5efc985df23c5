package io.pcr.advisor.internal.ratio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.internal.ratio.RatioSearch.Ratio;
import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatPairTest {
  @TempDir private Path folder;
  private final List<Path> images = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < 20; i++) {
      images.add(Files.write(folder.resolve(i + ".jpg"), Pictures.jpeg(i, 48, 32, 90)));
    }
  }

  private FormatPair pair(String one, String other) throws IOException {
    return FormatPair.write(
        images,
        new FormatPair.Options(PairFormat.parse(one), PairFormat.parse(other), 2, 1),
        Files.createDirectories(folder.resolve("work")),
        Optional.empty(),
        StopSignal.never());
  }

  @ParameterizedTest
  @CsvSource({"jpeg,raw", "png,bmp", "webp,raw", "pcr:1,raw", "pcr:2,jpeg", "raw,jpeg"})
  void everyRatioOfTwoFormatsIsMeasured(String one, String other) throws IOException {
    try (FormatPair pair = pair(one, other)) {
      assertEquals(20, pair.sizes().get(0).images());
      assertEquals(20, pair.sizes().get(1).images());
      assertTrue(pair.sizes().get(0).bytes() <= pair.sizes().get(1).bytes());
      for (int tenths = 0; tenths <= RatioSearch.TENTHS; tenths++) {
        Ratio ratio = pair.measure(tenths);
        assertTrue(ratio.loading() > 0 && ratio.decoding() > 0, ratio.toString());
      }
    }
  }

  @Test
  void imagesThatAFormatCannotHoldAreCounted() throws IOException {
    images.set(3, Files.write(folder.resolve("x.gif"), new byte[] {'G', 'I', 'F', '8', '9', 'a'}));
    assertThrows(IOException.class, () -> pair("jpeg", "raw"));
  }

  @Test
  void numberOfImagesIsAMultipleOfTen() {
    images.remove(0);
    assertThrows(IllegalArgumentException.class, () -> pair("jpeg", "raw"));
  }

  @Test
  void searchEndsWhenItsTimeIsOver() {
    assertThrows(
        StopSignal.StoppedException.class,
        () ->
            FormatPair.write(
                images,
                new FormatPair.Options(PairFormat.parse("jpeg"), PairFormat.parse("raw"), 1, 1),
                Files.createDirectories(folder.resolve("work")),
                Optional.empty(),
                StopSignal.after(Duration.ZERO)));
  }
}
