package io.pcr.loader.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.transform.Transform.CentreCrop;
import io.pcr.reader.internal.decode.PartRenderer.Part;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class CentreCropProperties {
  @Property
  void theMiddleIsInsideTheImage(
      @ForAll @IntRange(min = 1, max = 65_535) int width,
      @ForAll @IntRange(min = 1, max = 65_535) int height,
      @ForAll @IntRange(min = 1, max = 1_000) int crop,
      @ForAll @IntRange(max = 500) int more) {
    Part part = SampleRenderer.middle(new CentreCrop(shape(crop), crop + more), width, height);
    assertTrue(part.x() >= 0 && part.x() < width, part::toString);
    assertTrue(part.y() >= 0 && part.y() < height, part::toString);
    assertTrue(part.width() > 0 && part.width() <= width, part::toString);
    assertTrue(part.height() > 0 && part.height() <= height, part::toString);
  }

  /** Of many widths, the quotient by the crop's length times that length is more than the width. */
  @Property
  void theWholeShorterSideIsTakenAsItIs(
      @ForAll @IntRange(min = 1, max = 6_000) int shorter,
      @ForAll @IntRange(min = 1, max = 600) int crop) {
    Part part = SampleRenderer.middle(new CentreCrop(shape(crop), crop), shorter, 2 * shorter);
    assertEquals(shorter, part.width());
    Part lying = SampleRenderer.middle(new CentreCrop(shape(crop), crop), 2 * shorter, shorter);
    assertEquals(shorter, lying.height());
  }

  private static ResizeShape shape(int side) {
    return new ResizeShape(side, side, PixelFormat.RGB, false, true);
  }
}
