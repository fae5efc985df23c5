package io.pcr.writer.internal.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.media.MediaType;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageNamesTest {
  @ParameterizedTest
  @EnumSource
  void namesOfEveryKindAreThoseOfImages(MediaType type) {
    for (String suffix : type.suffixes()) {
      assertTrue(ImageNames.isImage("a.b/c." + suffix), suffix);
      assertTrue(ImageNames.isImage("c." + suffix.toUpperCase(Locale.ROOT)), suffix);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"photo.CR2", "scan.dcm", "x.svg", "x.qoi"})
  void imagesThatNothingHereReadsAreImagesToo(String name) {
    assertTrue(ImageNames.isImage(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jpg", "a.jpg/README", "x.jpg.txt", "labels.csv", ".DS_Store", ""})
  void otherNamesAreNone(String name) {
    assertFalse(ImageNames.isImage(name));
  }

  @Test
  void kindIsTheSuffixOrTheName() {
    assertEquals(".csv", ImageNames.kind("a.b/labels.csv"));
    assertEquals("README", ImageNames.kind("a.b/README"));
    assertEquals(".DS_Store", ImageNames.kind("a/.DS_Store"));
  }
}
