package io.pcr.tfrecord.internal.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ExampleTest {
  private static final RecordOrigin PLACE = new RecordOrigin("some.tfrecord", 3, 1000);

  @Property(tries = 500)
  void anyExampleComesBackAndProtobufReadsTheSame(@ForAll("features") Map<String, Feature> features)
      throws Exception {
    byte[] encoded = encode(Example.of(features));

    assertEquals(features, ExampleOracle.parse(encoded));
    assertEquals(features, decode(encoded).features());
    assertEquals(features, decode(ExampleOracle.write(features)).features());
  }

  @Property(tries = 200)
  void equalExamplesHaveTheSameBytesWhateverTheOrderOfTheirMap(
      @ForAll("features") Map<String, Feature> features) {
    Map<String, Feature> backwards = new TreeMap<>(Comparator.reverseOrder());
    backwards.putAll(features);
    assertArrayEquals(encode(Example.of(features)), encode(Example.of(backwards)));
  }

  @Property(tries = 3000)
  void damagedBytesAreReadAsProtobufReadsThemOrRefused(
      @ForAll("features") Map<String, Feature> features, @ForAll long seed) {
    byte[] bytes = ExampleOracle.write(features);
    Random random = new Random(seed);
    for (int hits = 1 + random.nextInt(3); hits > 0 && bytes.length > 0; hits--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    byte[] damaged =
        random.nextInt(4) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes;

    assertEquals(oracle(damaged), ours(damaged), () -> HexFormat.of().formatHex(damaged));
  }

  @Property(tries = 2000)
  void shortMessagesOfAnyBytesAreReadAsProtobufReadsThem(@ForAll long seed) {
    Random random = new Random(seed);
    // Tags and lengths that mean something come up more often than chance would have it.
    byte[] bytes = new byte[random.nextInt(24)];
    int[] likely = {0x0a, 0x12, 0x1a, 0x08, 0x0d, 0x0b, 0x0c, 0, 1, 2, 3, 4, 6, 8, 0x80, 0xff};
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) likely[random.nextInt(likely.length)];
    }
    if (bytes.length > 4 && random.nextBoolean()) {
      bytes[0] = 0x0a;
      bytes[1] = (byte) (bytes.length - 2);
      bytes[2] = 0x0a;
      bytes[3] = (byte) (bytes.length - 4);
    }
    assertEquals(oracle(bytes), ours(bytes), () -> HexFormat.of().formatHex(bytes));
  }

  @Test
  void anEmptyMessageHasNoFeatures() throws Exception {
    assertTrue(decode(new byte[0]).features().isEmpty());
  }

  // Covers R-TFRECORD-5
  @Test
  void aNameGivenTwiceHasTheLastFeature() throws Exception {
    // features { feature { "a": int64 [1] } feature { "a": int64 [2] } }
    Example example = decode(hex("0a16 0a09 0a0161 1204 1a02 0801 0a09 0a0161 1204 1a02 0802"));
    assertEquals(Optional.of(Feature.ofInt64s(2)), example.feature("a"));
  }

  @Test
  void packedAndUnpackedNumbersAreTheSame() throws Exception {
    Feature unpacked =
        decode(hex("0a10 0a0e 0a0161 1209 1a07 0801 0802 0a01 03")).feature("a").orElseThrow();
    assertEquals(Feature.ofInt64s(1, 2, 3), unpacked);
  }

  @Test
  void negativeIntegersTakeTenBytesAndComeBack() throws Exception {
    Example one = Example.of(Map.of("n", Feature.ofInt64s(1)));
    Example negative = Example.of(Map.of("n", Feature.ofInt64s(-1)));
    assertEquals(9, encode(negative).length - encode(one).length);
    Example least = Example.of(Map.of("n", Feature.ofInt64s(-1, Long.MIN_VALUE)));
    assertEquals(least, decode(encode(least)));
  }

  // Covers R-TFRECORD-6
  @Test
  void tenthByteOfANumberHoldsItsHighestBitAndNothingMore() throws Exception {
    String nine = "ffffffffffffffffff";
    for (String tenth : List.of("00", "01", "02", "7f")) {
      long expected = Integer.parseInt(tenth, 16) % 2 == 0 ? Long.MAX_VALUE : -1;
      byte[] bytes = hex("0a15 0a13 0a0161 120e 1a0c 0a0a" + nine + tenth);
      assertEquals(Optional.of(Feature.ofInt64s(expected)), decode(bytes).feature("a"), tenth);
    }
    assertThrows(
        PcrException.Corrupt.class,
        () -> decode(hex("0a16 0a14 0a0161 120f 1a0d 0a0b" + nine + "8000")));
  }

  @Test
  void unknownFieldsAreIgnored() throws Exception {
    Example example = decode(hex("1001 0a10 2a02ffff 0a0a 0a0161 1205 1a03 0a0107 9a0600 1001"));
    assertEquals(Optional.of(Feature.ofInt64s(7)), example.feature("a"));
  }

  @Test
  void byteStringsAreViewsOfTheRecord() throws Exception {
    byte[] image = new byte[1000];
    ByteBuffer direct = ByteBuffer.allocateDirect(2000);
    Example.of(Map.of("image/encoded", Feature.ofBytes(ByteBuffer.wrap(image))))
        .encoder()
        .encode(direct);
    direct.flip();
    ByteBuffer view =
        Example.decode(direct, PLACE, Limits.DEFAULT)
            .feature("image/encoded")
            .orElseThrow()
            .bytes(0);

    assertTrue(view.isDirect() && view.isReadOnly());
    direct.put(direct.limit() - 1, (byte) 42);
    assertEquals(42, view.get(image.length - 1));
  }

  @Test
  void longByteStringsAreNotCopiedAndProtobufReadsTheSame() throws Exception {
    byte[] image = new byte[100_000];
    List<ByteBuffer> masks =
        IntStream.of(4097, 0, 4096, 4095, 1).mapToObj(ByteBuffer::allocate).toList();
    Map<String, Feature> features =
        Map.of(
            "a", Feature.ofInt64s(1, -1),
            "image/encoded", Feature.ofBytes(ByteBuffer.wrap(image)),
            "masks", Feature.ofBytes(masks),
            "z", Feature.ofBytes(ByteBuffer.allocate(5000)));
    Example example = Example.of(features);
    List<ByteBuffer> parts = example.encoder().parts();
    image[99_999] = 42;

    assertEquals(features, ExampleOracle.parse(encode(example)));
    assertEquals(ByteBuffer.wrap(image), parts.get(1));
    ByteBuffer joined = ByteBuffer.allocate(example.encoder().encodedLength());
    parts.forEach(joined::put);
    assertArrayEquals(encode(example), joined.array());
  }

  @Test
  void nothingIsPutWhereTheMessageDoesNotFit() {
    ExampleEncoder encoder = Example.of(Map.of("a", Feature.ofText("some"))).encoder();
    ByteBuffer small = ByteBuffer.allocate(encoder.encodedLength() - 1);
    assertThrows(BufferOverflowException.class, () -> encoder.encode(small));
    assertEquals(0, small.position());
  }

  @Test
  void malformedMessageIsNamedByRecordOffsetAndSource() {
    PcrException.Corrupt e =
        assertThrows(PcrException.Corrupt.class, () -> decode(hex("0a05 0a03 0a7f")));
    assertSame(ErrorCode.MALFORMED, e.code());
    assertEquals("TfRecord[3].data", e.field());
    assertEquals("some.tfrecord", e.source());
    assertTrue(e.offset() >= 1000 + TfRecordLayout.DATA_OFFSET, () -> "offset " + e.offset());
  }

  @Test
  void nestingWithoutEndIsRefused() {
    byte[] groups = new byte[100_000];
    Arrays.fill(groups, (byte) 0x0b);
    assertThrows(PcrException.Corrupt.class, () -> decode(groups));
  }

  @Test
  void manyTinyValuesAreBoundedByTheMetadataLimit() {
    Feature feature = Feature.ofBytes(Collections.nCopies(1 << 16, ByteBuffer.allocate(0)));
    byte[] bytes = encode(Example.of(Map.of("a", feature)));
    Limits limits = Limits.DEFAULT.withMetadataBytes(1 << 20);
    assertThrows(
        PcrException.LimitExceeded.class,
        () -> Example.decode(ByteBuffer.wrap(bytes), PLACE, limits));
  }

  // Covers R-TFRECORD-5
  @Test
  void featuresStandInTheOrderOfTheirNamesBytes() throws Exception {
    // U+FFFD sorts before U+1F600 as UTF-8, and behind it as Java's chars.
    byte[] bytes =
        encode(
            Example.of(Map.of("\ud83d\ude00", Feature.ofText("2"), "\ufffd", Feature.ofText("1"))));
    assertEquals(List.of("\ufffd", "\ud83d\ude00"), List.copyOf(decode(bytes).features().keySet()));
  }

  @Provide
  Arbitrary<Map<String, Feature>> features() {
    Arbitrary<String> names =
        Arbitraries.of("image/encoded", "image/class/label", "", "a", "ü", "\ud83d\ude00", "k");
    Arbitrary<Feature> bytes =
        Arbitraries.strings()
            .ofMaxLength(20)
            .map(text -> ByteBuffer.wrap(text.getBytes(UTF_8)))
            .list()
            .ofMaxSize(4)
            .map(Feature::ofBytes);
    Arbitrary<Feature> floats =
        Arbitraries.floats().array(float[].class).ofMaxSize(4).map(Feature::ofFloats);
    Arbitrary<Feature> int64s =
        Arbitraries.longs().array(long[].class).ofMaxSize(4).map(Feature::ofInt64s);
    return Arbitraries.maps(
            names, Arbitraries.oneOf(bytes, floats, int64s, Arbitraries.just(Feature.none())))
        .ofMaxSize(5);
  }

  private static Optional<Map<String, Feature>> oracle(byte[] bytes) {
    try {
      return Optional.of(ExampleOracle.parse(bytes));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Map<String, Feature>> ours(byte[] bytes) {
    try {
      return Optional.of(new LinkedHashMap<>(decode(bytes).features()));
    } catch (PcrException e) {
      return Optional.empty();
    }
  }

  private static Example decode(byte[] bytes) throws PcrException {
    return Example.decode(ByteBuffer.wrap(bytes), PLACE, Limits.DEFAULT);
  }

  private static byte[] encode(Example example) {
    ExampleEncoder encoder = example.encoder();
    ByteBuffer bytes = ByteBuffer.allocate(encoder.encodedLength());
    encoder.encode(bytes);
    assertEquals(0, bytes.remaining());
    return bytes.array();
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }
}
