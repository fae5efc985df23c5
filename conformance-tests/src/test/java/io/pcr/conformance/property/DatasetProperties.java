package io.pcr.conformance.property;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegCoefficients;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnShape;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.writer.PcrSample;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.domains.Domain;

/** What holds of every dataset. */
@Domain(Generators.class)
class DatasetProperties {
  private static final int TRIES = 25;
  private static final int MAX_GROUP = 64;

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  /** The files of all samples at a fidelity, in order. */
  private static List<byte[]> files(PcrDataset dataset, Fidelity fidelity) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Shard shard : dataset.shards()) {
      try (ShardReader reader = shard.read(fidelity)) {
        for (Sample sample : reader) {
          files.add(bytes(sample.file()));
        }
      }
    }
    return files;
  }

  private static void requireSame(PcrSample expected, List<ColumnSpec> columns, Sample found)
      throws IOException {
    requireSame(expected, columns, found, true);
  }

  /**
   * @param keepsEmpty whether a list without elements is another value than none
   */
  private static void requireSame(
      PcrSample expected, List<ColumnSpec> columns, Sample found, boolean keepsEmpty)
      throws IOException {
    assertEquals(expected.key(), found.key());
    assertEquals(expected.label(), found.label());
    for (ColumnSpec column : columns) {
      Optional<ColumnValue> value =
          Optional.ofNullable((ColumnValue) expected.columns().get(column.name()));
      boolean isNone =
          !keepsEmpty
              && column.shape() == ColumnShape.VARYING
              && value.isPresent()
              && !value.get().bytes().hasRemaining();
      Optional<ColumnValue> stored = found.value(column.name());
      assertEquals(
          isNone ? Optional.empty() : value.map(ColumnValue::bytes),
          stored.map(ColumnValue::bytes),
          column.toString());
      stored.ifPresent(v -> assertEquals(column.kind(), v.spec().kind()));
    }
  }

  @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
  void whatWentInComesOut(@ForAll Draft draft) throws IOException {
    draft.check(
        folder -> {
          try (PcrDataset dataset = PcrDataset.open(folder)) {
            assertEquals(
                draft.samples().isEmpty() ? 1 : draft.scripts().groupCount(), dataset.groupCount());
            assertEquals(draft.samples().size(), dataset.sampleCount());
            int number = 0;
            for (Shard shard : dataset.shards()) {
              assertTrue(shard.sampleCount() <= draft.inAShard());
              try (ShardReader reader = shard.read(Fidelity.FULL)) {
                for (Sample sample : reader) {
                  PcrSample expected = draft.samples().get(number++);
                  requireSame(expected, draft.columns(), sample);
                  requireLossless(bytes(expected.image()), sample);
                }
              }
            }
            assertEquals(draft.samples().size(), number);
          }
        });
  }

  private static void requireLossless(byte[] original, Sample found) throws IOException {
    if (found.encoding() == Encoding.PROGRESSIVE_JPEG) {
      assertEquals(coefficients(original), coefficients(bytes(found.jpeg())));
    } else {
      assertArrayEquals(original, bytes(found.file()));
    }
  }

  private static JpegCoefficients coefficients(byte[] jpeg) throws IOException {
    return JpegCoefficients.read(List.of(ByteBuffer.wrap(jpeg)), Limits.DEFAULT, "property");
  }

  // Covers G-1, G-2
  @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
  void aPrefixThatEndsWithAGroupReadsAtThatFidelityAndNothingBeyondIsTouched(@ForAll Draft draft)
      throws IOException {
    draft.check(
        folder -> {
          List<List<byte[]>> whole = new ArrayList<>();
          Map<String, long[]> prefixes = new TreeMap<>();
          try (PcrDataset dataset = PcrDataset.open(folder)) {
            for (int group = 1; group <= dataset.groupCount(); group++) {
              whole.add(files(dataset, Fidelity.group(group)));
              for (Shard shard : dataset.shards()) {
                prefixes.computeIfAbsent(shard.name(), name -> new long[MAX_GROUP + 1])[group] =
                    shard.prefixLength(Fidelity.group(group));
              }
            }
          }
          // From the highest fidelity down, each shard cut shorter and shorter.
          for (int group = whole.size(); group >= 1; group--) {
            for (Map.Entry<String, long[]> shard : prefixes.entrySet()) {
              cut(folder.resolve(shard.getKey()), shard.getValue()[group]);
            }
            requireSame(whole.get(group - 1), readRecorded(folder, group, prefixes));
          }
        });
  }

  private static void requireSame(List<byte[]> expected, List<byte[]> found) {
    assertEquals(expected.size(), found.size());
    for (int i = 0; i < expected.size(); i++) {
      assertArrayEquals(expected.get(i), found.get(i));
    }
  }

  private static void cut(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      assertTrue(channel.size() >= length);
      channel.truncate(length);
    }
  }

  private static List<byte[]> readRecorded(Path folder, int group, Map<String, long[]> prefixes)
      throws IOException {
    Map<String, RecordingByteSource> sources = new TreeMap<>();
    try (PcrDataset dataset =
        PcrDataset.open(
            name -> {
              RecordingByteSource source =
                  new RecordingByteSource(FileByteSource.open(folder.resolve(name)));
              sources.put(name, source);
              return source;
            },
            ReaderOptions.DEFAULT)) {
      List<byte[]> files = files(dataset, Fidelity.group(group));
      for (Map.Entry<String, long[]> shard : prefixes.entrySet()) {
        List<RecordingByteSource.Read> reads = sources.get(shard.getKey()).reads();
        assertEquals(1, reads.size(), reads.toString());
        assertEquals(0, reads.get(0).position());
        assertEquals(shard.getValue()[group], reads.get(0).length());
      }
      return files;
    }
  }

  // Covers G-2, R-SAMPLE-2
  @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
  void eachFidelityExtendsTheOneBelowUpToTheBytesThatTheWriterMade(@ForAll Draft draft)
      throws IOException {
    draft.check(
        folder -> {
          try (PcrDataset dataset = PcrDataset.open(folder);
              JpegTranscoder transcoder = transcoder(draft)) {
            List<byte[]> below = null;
            for (int group = 1; group <= dataset.groupCount(); group++) {
              List<byte[]> files = files(dataset, Fidelity.group(group));
              for (int i = 0; below != null && i < files.size(); i++) {
                requireExtends(below.get(i), files.get(i));
              }
              below = files;
            }
            for (int i = 0; i < draft.samples().size(); i++) {
              Sample sample = dataset.sample(i, Fidelity.FULL);
              requireReassembled(sample, below.get(i));
              if (sample.encoding() == Encoding.PROGRESSIVE_JPEG) {
                ByteBuffer original = draft.samples().get(i).image();
                Transcoded made = transcoder.transcode(original.duplicate(), "again");
                assertArrayEquals(bytes(made.jpeg()), below.get(i));
              }
            }
          }
        });
  }

  private static JpegTranscoder transcoder(Draft draft) {
    return new JpegTranscoder(
        draft.scripts(), TranscodeOptions.DEFAULT.withMarkers(draft.settings().markers()));
  }

  /**
   * All of the lower file but its end of image begins the higher one; files of one slice are the
   * same.
   */
  private static void requireExtends(byte[] lower, byte[] higher) {
    if (!Arrays.equals(lower, higher)) {
      assertTrue(lower.length < higher.length);
      int shared = lower.length - 2;
      assertArrayEquals(Arrays.copyOf(lower, shared), Arrays.copyOf(higher, shared));
    }
  }

  private static void requireReassembled(Sample sample, byte[] file) throws IOException {
    ByteBuffer joined = ByteBuffer.allocate(sample.length());
    sample.slices().forEach(slice -> joined.put(slice.duplicate()));
    assertArrayEquals(file, joined.array());
    assertArrayEquals(file, bytes(sample.file()));
  }

  @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
  void indexAndScanAgree(@ForAll Draft draft) throws IOException {
    draft.check(
        folder -> {
          try (PcrDataset dataset = PcrDataset.open(folder)) {
            Map<Long, List<Long>> labels = new LinkedHashMap<>();
            long number = 0;
            for (Shard shard : dataset.shards()) {
              try (ShardReader reader = shard.read(Fidelity.group(1))) {
                for (Sample sample : reader) {
                  assertEquals(number, dataset.numberOf(sample.key()).orElseThrow());
                  Sample found = dataset.sample(sample.key(), Fidelity.group(1));
                  assertEquals(sample.file(), found.file());
                  assertEquals(sample.label(), found.label());
                  assertTrue(dataset.find(sample.key() + "?", Fidelity.group(1)).isEmpty());
                  if (sample.label().isPresent()) {
                    long label = sample.label().getAsLong();
                    labels.computeIfAbsent(label, l -> new ArrayList<>()).add(number);
                  }
                  number++;
                }
              }
            }
            for (Map.Entry<Long, List<Long>> label : labels.entrySet()) {
              assertEquals(
                  label.getValue(), dataset.samplesWithLabel(label.getKey()).boxed().toList());
            }
            assertEquals(0, dataset.samplesWithLabel(77_777).count());
          }
        });
  }

  @Provide
  Arbitrary<Draft> plain() {
    return Generators.drafts(Generators.PLAIN_IMAGES);
  }

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void allVariantsGiveTheSameSamplesAndPixels(@ForAll("plain") Draft draft) throws IOException {
    List<VariantOptions> variants =
        List.of(
            new PcrVariant(),
            new LiquidVariant(FormatMix.parse("jpeg:1,png:1,bmp:1,raw:1"), 3),
            new TfRecordVariant("none"),
            new TfRecordVariant("zstd:3"));
    ByteBuffer pixels = ByteBuffer.allocateDirect(1 << 16);
    List<byte[]> expected = new ArrayList<>();
    for (VariantOptions variant : variants) {
      draft.check(
          variant,
          folder -> {
            try (PcrDataset dataset = PcrDataset.open(folder)) {
              assertEquals(draft.samples().size(), dataset.sampleCount());
              for (int i = 0; i < draft.samples().size(); i++) {
                Sample sample = dataset.sample(draft.samples().get(i).key(), Fidelity.FULL);
                requireSame(
                    draft.samples().get(i),
                    draft.columns(),
                    sample,
                    !(variant instanceof TfRecordVariant));
                sample.decode(DecodeOptions.rgb(), pixels.clear());
                byte[] found = bytes(pixels.flip());
                if (variant instanceof PcrVariant) {
                  expected.add(found);
                }
                assertArrayEquals(expected.get(i), found, variant + ": " + sample.key());
              }
            }
          });
    }
  }
}
