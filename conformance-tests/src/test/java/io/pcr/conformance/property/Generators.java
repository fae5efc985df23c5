package io.pcr.conformance.property;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.column.ColumnValues;
import io.pcr.format.script.RandomScanScripts;
import io.pcr.format.script.ScanScripts;
import io.pcr.writer.PcrSample;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Whatever a dataset can be made of: samples, keys, labels, columns, groups and scripts. */
public class Generators extends DomainContextBase {
  private static final int MAX_SAMPLES = 9;

  /** Every number of components and way of coding, and files that are no JPEG. */
  private static final List<byte[]> IMAGES =
      List.of(
          JpegFixtures.baseline(16, 24),
          JpegFixtures.baseline(40, 23),
          JpegFixtures.grey(9, 7),
          JpegFixtures.grey(33, 20),
          JpegFixtures.progressive(20, 20),
          JpegFixtures.restartIntervals(32, 32, 1),
          JpegFixtures.cmyk(12, 12, true),
          JpegFixtures.rgbIds(15, 15),
          JpegFixtures.subsampled(24, 18, 2, 1),
          JpegFixtures.bytesAfterEnd(16, 16),
          JpegFixtures.orientation(16, 12, 6, true),
          JpegFixtures.twelveBit(16, 16),
          JpegFixtures.onePixel());

  /** Those that every format can hold: of one or three components, and sound. */
  static final List<byte[]> PLAIN_IMAGES = IMAGES.subList(0, 6);

  /** Texts of any characters that have a code in UTF-8. */
  private static Arbitrary<String> texts(int minLength, int maxLength) {
    return Arbitraries.strings()
        .withChars("ab/.\\ \"'%\n\u0000é\u4e2d\u202e")
        .withCharRange('0', '9')
        .ofMinLength(minLength)
        .ofMaxLength(maxLength)
        .map(text -> text.endsWith("9") ? text + "\ud83d\ude00" : text);
  }

  /** Keys also of the lengths at which an index stores them in another way. */
  @Provide
  Arbitrary<String> keys() {
    Arbitrary<String> longer =
        Combinators.combine(texts(1, 5), Arbitraries.of(505, 511, 512, 700))
            .as((text, length) -> text + "k".repeat(length));
    return Arbitraries.frequencyOf(Tuple.of(8, texts(1, 30)), Tuple.of(1, longer));
  }

  private static Arbitrary<OptionalLong> labels() {
    Arbitrary<Long> few = Arbitraries.longs().between(-2, 2);
    Arbitrary<Long> any = Arbitraries.longs().filter(label -> label != Long.MIN_VALUE);
    return Arbitraries.oneOf(few, few, any)
        .optional(0.7)
        .map(l -> l.map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  private static Arbitrary<ColumnSpec> column() {
    return Combinators.combine(
            texts(1, 10),
            Arbitraries.of(ColumnType.class),
            Arbitraries.of(ColumnShape.class),
            Arbitraries.of(Placement.class))
        .as(
            (name, type, shape, placement) ->
                switch (shape) {
                  case SCALAR -> new ColumnSpec(name, type, placement);
                  case FIXED ->
                      type.isVariable()
                          ? ColumnSpec.varying(name, type, placement)
                          : ColumnSpec.fixed(name, type, 3, placement);
                  case VARYING -> ColumnSpec.varying(name, type, placement);
                });
  }

  @Provide
  Arbitrary<List<ColumnSpec>> columns() {
    return column().list().ofMaxSize(4).uniqueElements(ColumnSpec::name);
  }

  /** The built-in scripts and any other that is valid, of 1 to 64 groups. */
  @Provide
  Arbitrary<ScanScripts> scripts() {
    Arbitrary<ScanScripts> named =
        Arbitraries.of(ScanScripts.FAST_DECODE, ScanScripts.LIBJPEG).map(ScanScripts::named);
    return Arbitraries.oneOf(named, RandomScanScripts.arbitrary());
  }

  private static PcrSample sample(
      String key, OptionalLong label, List<ColumnSpec> columns, byte[] image, Random random) {
    Map<String, Object> values = new HashMap<>();
    for (ColumnSpec column : columns) {
      if (random.nextInt(4) > 0) {
        values.put(column.name(), ColumnValues.random(column, random));
      }
    }
    return new PcrSample(key, ByteBuffer.wrap(image), label, values);
  }

  @Provide
  Arbitrary<Draft> drafts() {
    return drafts(IMAGES);
  }

  /** Datasets of images such as these. */
  static Arbitrary<Draft> drafts(List<byte[]> images) {
    Generators generators = new Generators();
    return Combinators.combine(
            generators.scripts(),
            generators.columns(),
            generators.keys().list().ofMaxSize(MAX_SAMPLES),
            labels().list().ofSize(MAX_SAMPLES),
            Arbitraries.of(images).list().ofSize(MAX_SAMPLES),
            Arbitraries.integers().between(1, MAX_SAMPLES),
            Arbitraries.randoms())
        .as(
            (scripts, columns, keys, labels, files, inAShard, random) -> {
              Set<String> unique = new LinkedHashSet<>(keys);
              List<PcrSample> samples = new ArrayList<>();
              for (String key : unique) {
                int i = samples.size();
                samples.add(sample(key, labels.get(i), columns, files.get(i), random));
              }
              return new Draft(scripts, columns, samples, inAShard);
            });
  }
}
