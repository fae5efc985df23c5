package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of members as WebDataset takes them apart. */
class WebDatasetNameTest {
  @ParameterizedTest
  @CsvSource({
    "key.jpg, key, jpg",
    "./a/b.c.JPG, a/b, c.jpg",
    "v1.0/x.seg.png, v1.0/x, seg.png",
    "/etc/passwd.jpg, etc/passwd, jpg",
    "ü 1.jpg, ü 1, jpg",
    "a/./b.jpg, a/b, jpg",
    "a//.///b.jpg, a/b, jpg",
    ".//a.jpg, a, jpg",
    "...a/b.jpg, ...a/b, jpg",
  })
  void theKeyEndsAtTheFirstDotOfTheBaseName(String name, String key, String extension) {
    assertEquals(
        new WebDatasetName(key, extension),
        WebDatasetName.parse(name.getBytes(UTF_8)).orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "key",
        ".jpg",
        "a/.jpg",
        "key.",
        "../x.jpg",
        "a/../../x.jpg",
        "./",
        "a.jpg/",
        "..",
        "x/..//a.jpg"
      })
  void otherNamesAreNone(String name) {
    assertTrue(WebDatasetName.parse(name.getBytes(UTF_8)).isEmpty());
  }

  @Test
  void labelIsWrittenInDigitsOfAscii() {
    assertEquals(OptionalLong.of(-3), WebDataset.label(" -3\n"));
    assertEquals(OptionalLong.empty(), WebDataset.label("\u0663"));
    assertEquals(OptionalLong.empty(), WebDataset.label("\u30003"));
  }
}
