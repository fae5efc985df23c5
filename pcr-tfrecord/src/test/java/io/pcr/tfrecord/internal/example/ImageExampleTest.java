package io.pcr.tfrecord.internal.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageExampleTest {
  private static final RecordOrigin PLACE = new RecordOrigin("x.tfrecord", 5, 0);
  private static final ByteBuffer IMAGE = ByteBuffer.wrap(new byte[] {1, 2, 3});

  private static final ImageExample WHOLE =
      new ImageExample(
          IMAGE,
          Optional.of("JPEG"),
          OptionalLong.of(-7),
          Optional.of("tench"),
          Optional.of("n01440764/ü 1.JPEG"),
          OptionalLong.of(375),
          OptionalLong.of(500),
          Optional.of("RGB"),
          Map.of("caption", Feature.ofText("a fish")));

  // Covers R-TFRECORD-4
  @Test
  void partsComeBackUnderSlimsNames() throws Exception {
    Example example = WHOLE.toExample(FeatureNames.DEFAULT);
    assertEquals(Optional.of(Feature.ofInt64s(-7)), example.feature("image/class/label"));
    assertEquals(Optional.of(Feature.ofBytes(IMAGE)), example.feature("image/encoded"));
    assertEquals(WHOLE, ImageExample.of(example, FeatureNames.DEFAULT, PLACE));
  }

  @Test
  void otherPeoplesNamesAreGivenAsAnOption() throws Exception {
    FeatureNames names = FeatureNames.parse("encoded=jpg, label=cls");
    Example example =
        Example.of(
            Map.of(
                "jpg", Feature.ofBytes(IMAGE),
                "cls", Feature.ofInt64s(3),
                "image/class/label", Feature.ofInt64s(9)));
    ImageExample image = ImageExample.of(example, names, PLACE);
    assertEquals(OptionalLong.of(3), image.label());
    assertEquals(Map.of("image/class/label", Feature.ofInt64s(9)), image.others());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "jpg", "what=jpg", "encoded=", "encoded=a,encoded=b", "label=image/encoded"})
  void optionsThatMakeNoSenseAreRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> FeatureNames.parse(text));
  }

  @Test
  void anExampleWithoutAnImageIsNamed() {
    PcrException.Corrupt e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> ImageExample.of(Example.of(Map.of()), FeatureNames.DEFAULT, PLACE));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("TfRecord[5].data[image/encoded]", e.field());
  }

  // Covers R-TFRECORD-4
  @Test
  void featuresOfAnotherKindOrNumberAreRefused() {
    for (Feature wrong :
        List.of(Feature.ofText("3"), Feature.ofFloats(3), Feature.ofInt64s(3, 4))) {
      Example example =
          Example.of(Map.of("image/encoded", Feature.ofBytes(IMAGE), "image/class/label", wrong));
      PcrException.Corrupt e =
          assertThrows(
              PcrException.Corrupt.class,
              () -> ImageExample.of(example, FeatureNames.DEFAULT, PLACE));
      assertTrue(e.field().contains("image/class/label"), e::getMessage);
    }
  }

  @Test
  void textThatIsNotUtf8IsRefused() {
    Example example =
        Example.of(
            Map.of(
                "image/encoded", Feature.ofBytes(IMAGE),
                "image/filename", Feature.ofBytes(ByteBuffer.wrap(new byte[] {(byte) 0xff}))));
    assertThrows(
        PcrException.Corrupt.class, () -> ImageExample.of(example, FeatureNames.DEFAULT, PLACE));
  }

  @Test
  void emptyListsAreFeaturesThatAreNotThere() throws Exception {
    Example example =
        Example.of(
            Map.of(
                "image/encoded", Feature.ofBytes(IMAGE),
                "image/class/label", Feature.ofInt64s(),
                "image/filename", Feature.ofBytes(List.of())));
    ImageExample image = ImageExample.of(example, FeatureNames.DEFAULT, PLACE);
    assertEquals(OptionalLong.empty(), image.label());
    assertEquals(Optional.empty(), image.key());
  }

  @Test
  void aColumnWithTheNameOfARoleIsRefused() {
    FeatureNames names = FeatureNames.DEFAULT.with(Role.CLASS_NAME, "caption");
    assertThrows(IllegalArgumentException.class, () -> WHOLE.toExample(names));
  }
}
