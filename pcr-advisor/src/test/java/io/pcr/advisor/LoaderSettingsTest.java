package io.pcr.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LoaderSettingsTest {
  @Property
  void lanesDivideTheBatchAndAnEpochHasSomeBatches(
      @ForAll @LongRange(min = 16, max = 10_000_000) long images,
      @ForAll @IntRange(min = 1, max = 12) int power,
      @ForAll boolean isFast) {
    LoaderSettings settings = LoaderSettings.of(images, 1 << power, isFast);
    assertEquals(0, settings.batch() % settings.lanes());
    assertTrue(settings.batch() == 1 || images / settings.batch() >= 8);
    assertTrue(settings.window() >= 32);
    assertTrue(!isFast || settings.isUsual());
  }

  @Test
  void manyImagesOnASlowStoreAreReadWithTheLoadersOwnSettings() {
    assertTrue(LoaderSettings.of(1_281_167, 256, false).isUsual());
  }

  @Test
  void fewImagesOnASlowStoreAreReadInSmallWindows() {
    assertEquals(new LoaderSettings(256, 16, 32), LoaderSettings.of(10_000, 256, false));
  }
}
