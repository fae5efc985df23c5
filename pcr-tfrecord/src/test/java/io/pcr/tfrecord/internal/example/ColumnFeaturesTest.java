package io.pcr.tfrecord.internal.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.tfrecord.example.FeatureNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ColumnFeaturesTest {
  private static final String EXACT = "x" + ColumnFeatures.FLOAT64_SUFFIX;
  private static final double THIRD = 1.0 / 3;

  private static Feature bits(double value, int length) {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    return Feature.ofBytes(bytes.putDouble(0, value).limit(length));
  }

  @Test
  void doubleIsReadInFullFromTheBytesBesideItsFloat() {
    Map<String, Feature> features =
        Map.of("x", Feature.ofFloats((float) THIRD), EXACT, bits(THIRD, Double.BYTES));
    assertEquals(OptionalDouble.of(THIRD), ColumnFeatures.float64(features, "x"));
    ColumnSpec declared = new ColumnSpec("x", ColumnType.FLOAT64, Placement.INLINE);
    assertEquals(List.of(declared), ColumnFeatures.columns(features, List.of(declared)));
    assertEquals(
        List.of(
            ColumnSpec.varying("x", ColumnType.FLOAT32, Placement.INLINE),
            ColumnSpec.varying(EXACT, ColumnType.BYTES, Placement.INLINE)),
        ColumnFeatures.columns(features, List.of()));
  }

  static Stream<Arguments> noRestOfADouble() {
    Feature third = Feature.ofFloats((float) THIRD);
    Feature whole = bits(THIRD, Double.BYTES);
    return Stream.of(
        Arguments.of("shorter", third, bits(THIRD, 7)),
        Arguments.of("longer", third, bits(THIRD, 9)),
        Arguments.of("two values", third, Feature.ofBytes(List.of(whole.bytes(0), whole.bytes(0)))),
        Arguments.of("a number", third, Feature.ofInt64s(1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("noRestOfADouble")
  void bytesBesideAFloatThatAreNoDoubleAreAColumnOfTheirOwn(
      String what, Feature nearest, Feature exact) {
    Map<String, Feature> features = Map.of("x", nearest, EXACT, exact);
    assertEquals(OptionalDouble.of((float) THIRD), ColumnFeatures.float64(features, "x"));
    assertEquals(false, ColumnFeatures.isRestOfDouble(features, EXACT));
    List<String> names =
        ColumnFeatures.columns(features, List.of()).stream().map(ColumnSpec::name).toList();
    assertEquals(List.of("x", EXACT), names);
  }

  @Test
  void bytesWithoutTheirFloatAreNoRest() {
    Feature exact = bits(THIRD, Double.BYTES);
    assertEquals(false, ColumnFeatures.isRestOfDouble(Map.of(EXACT, exact), EXACT));
    for (Feature other : List.of(Feature.ofInt64s(1), Feature.ofFloats(1, 2))) {
      assertEquals(false, ColumnFeatures.isRestOfDouble(Map.of(EXACT, exact, "x", other), EXACT));
    }
    Map<String, Feature> both = Map.of(EXACT, exact, "x", Feature.ofFloats(1));
    assertEquals(true, ColumnFeatures.isRestOfDouble(both, EXACT));
    assertEquals(false, ColumnFeatures.isRestOfDouble(both, "x"));
  }

  // Covers R-TFRECORD-10
  @Test
  void featuresThatNobodyDeclaresAreListsInTheOrderOfTheirNames() {
    Map<String, Feature> features = new TreeMap<>();
    features.put("", Feature.ofInt64s(1));
    features.put("a".repeat(255), Feature.ofText("as long as a name may be"));
    features.put("é".repeat(128), Feature.ofText("256 bytes"));
    features.put("b", Feature.ofInt64s(1));
    features.put("c", Feature.ofFloats(1));
    features.put("d", Feature.ofInt64s(1, 2));
    features.put("e", Feature.none());
    assertEquals(
        List.of(
            ColumnSpec.varying("a".repeat(255), ColumnType.BYTES, Placement.INLINE),
            ColumnSpec.varying("b", ColumnType.INT64, Placement.INLINE),
            ColumnSpec.varying("c", ColumnType.FLOAT32, Placement.INLINE),
            ColumnSpec.varying("d", ColumnType.INT64, Placement.INLINE)),
        ColumnFeatures.columns(features, List.of()));
  }

  @Test
  void textIsWhatWasDeclaredSoAndIsUtf8() {
    Map<String, Feature> features =
        Map.of(
            "bad", Feature.ofBytes(ByteBuffer.wrap(new byte[] {(byte) 0xFF})),
            "bytes", Feature.ofText("x"),
            "other", Feature.ofText("x"),
            "text", Feature.ofText("é"));
    List<ColumnSpec> declared =
        List.of(
            new ColumnSpec("bad", ColumnType.STRING, Placement.INLINE),
            new ColumnSpec("bytes", ColumnType.BYTES, Placement.INLINE),
            new ColumnSpec("text", ColumnType.STRING, Placement.LATE));
    assertEquals(
        List.of(ColumnType.BYTES, ColumnType.BYTES, ColumnType.BYTES, ColumnType.STRING),
        ColumnFeatures.columns(features, declared).stream().map(ColumnSpec::type).toList());
  }

  @Test
  void valueThatIsNotThereIsNoneAndOneOfAnotherKindIsRefused() {
    Map<String, Feature> features =
        Map.of("none", Feature.ofInt64s(), "two", Feature.ofInt64s(1, 2));
    assertEquals(OptionalLong.empty(), ColumnFeatures.int64(features, "missing"));
    assertEquals(OptionalLong.empty(), ColumnFeatures.int64(features, "none"));
    assertEquals(OptionalDouble.empty(), ColumnFeatures.float64(features, "missing"));
    assertEquals(Optional.empty(), ColumnFeatures.bytes(features, "none"));
    assertThrows(IllegalArgumentException.class, () -> ColumnFeatures.int64(features, "two"));
    assertThrows(
        IllegalArgumentException.class,
        () -> ColumnFeatures.bytes(Map.of("one", Feature.ofInt64s(1)), "one"));
  }

  @Test
  void featuresAreEqualByKindAndValues() {
    List<Feature> all =
        List.of(
            Feature.none(),
            Feature.ofInt64s(),
            Feature.ofInt64s(1),
            Feature.ofFloats(),
            Feature.ofFloats(1),
            Feature.ofBytes(List.of()),
            Feature.ofText("a"),
            Feature.ofText("b"));
    List<Feature> again =
        List.of(
            Feature.none(),
            Feature.ofInt64s(),
            Feature.ofInt64s(1),
            Feature.ofFloats(),
            Feature.ofFloats(1),
            Feature.ofBytes(List.of()),
            Feature.ofText("a"),
            Feature.ofText("b"));
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < all.size(); j++) {
        assertEquals(i == j, all.get(i).equals(again.get(j)), all.get(i) + ", " + again.get(j));
      }
      assertEquals(all.get(i).hashCode(), again.get(i).hashCode());
      assertNotEquals(all.get(i), (Object) "text");
    }
    assertEquals(
        "[none, int64[], int64[1], float[], float[1.0], bytes[], bytes[1], bytes[1]]",
        all.toString());
    Example example = Example.of(Map.of("a", all.get(2)));
    assertEquals(example, Example.of(Map.of("a", again.get(2))));
    assertNotEquals(example, Example.of(Map.of("b", again.get(2))));
    assertNotEquals(example, (Object) "text");
    assertEquals(Optional.empty(), Example.of(Map.of("n", Feature.none())).feature("n"));
  }

  @Test
  void namesOfFeaturesAreEqualByEachRole() {
    FeatureNames names = FeatureNames.parse("label=cls, encoded = jpg");
    assertEquals(names, FeatureNames.parse("encoded=jpg,label=cls"));
    assertEquals(names.hashCode(), FeatureNames.parse("encoded=jpg,label=cls").hashCode());
    assertNotEquals(names, FeatureNames.DEFAULT);
    assertNotEquals(names, (Object) "label=cls");
    for (String wrong : List.of("label", "label=", "label=a,label=b", "role=a", "")) {
      assertThrows(IllegalArgumentException.class, () -> FeatureNames.parse(wrong), wrong);
    }
  }
}
