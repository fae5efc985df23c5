package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.internal.jpeg.JpegCoefficients;
import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.ColorClass;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.script.RandomScanScripts;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.original.Originals;
import io.pcr.testkit.FileTree;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.internal.convert.ShardFormats;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.shard.ShardFormat;
import io.pcr.writer.internal.shard.ShardSamples;
import io.pcr.writer.internal.shard.ShardSpec;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.shard.PcrVariant;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** Whatever scans each image of a shard has, as long as they are legal: all that holds, holds. */
class ScansOfEachImageProperties {
  private static final List<byte[]> SOURCES =
      List.of(
          JpegFixtures.baseline(1, 61, 43),
          JpegFixtures.grey(40, 33),
          JpegFixtures.rgbIds(33, 40),
          JpegFixtures.cmyk(24, 24, true),
          JpegFixtures.baseline(2, 17, 70));

  @Provide
  Arbitrary<List<ScanScripts>> scans() {
    return RandomScanScripts.arbitrary().list().ofSize(SOURCES.size());
  }

  // Covers R-SAMPLE-1, R-SAMPLE-3, R-SCAN-3
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void everyFidelityIsAPrefixTheLastIsLosslessAndOriginalsComeBack(
      @ForAll("scans") List<ScanScripts> scans, @ForAll Random random) throws Exception {
    int groups = scans.stream().mapToInt(ScanScripts::groupCount).max().orElseThrow();
    byte[] shard = shard(scans, groups);
    Path folder = Files.createTempDirectory("scans-of-each-image");
    try {
      Path whole = Files.write(folder.resolve("whole.pcr"), shard);
      List<byte[]> full = requirePrefixes(shard, folder, groups, random);
      for (int i = 0; i < full.size(); i++) {
        assertEquals(coefficients(SOURCES.get(i)), coefficients(full.get(i)));
      }
      try (PcrDataset dataset = PcrDataset.open(whole)) {
        for (int i = 0; i < SOURCES.size(); i++) {
          assertEquals(ByteBuffer.wrap(SOURCES.get(i)), Originals.of(dataset).get(key(i)));
        }
      }
    } finally {
      FileTree.delete(folder);
    }
  }

  private static String key(int image) {
    return image + ".jpg";
  }

  /** Each image with scripts of its own. */
  private static byte[] shard(List<ScanScripts> scans, int groups) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ShardSamples samples = new ShardSamples(Path.of(""))) {
      for (int i = 0; i < scans.size(); i++) {
        SourceSample source =
            new SourceSample(
                key(i), OptionalLong.of(i), ByteBuffer.wrap(SOURCES.get(i)), List.of());
        try (SampleEncoder encoder = format(scans.get(i), groups).newEncoder()) {
          samples.add(encoder.encode(source, i));
        }
      }
      ShardFormat format = format(scans.get(0), groups);
      ShardEntry entry = format.write("whole.pcr", samples, Channels.newChannel(out));
      format.check(
          entry, new MemoryByteSource("whole", ByteBuffer.wrap(out.toByteArray())), samples);
    }
    return out.toByteArray();
  }

  private static ShardFormat format(ScanScripts scans, int groups) throws Exception {
    ScanScripts same = new ScanScripts(scans.name(), groups, scans.scripts());
    EncodeSettings settings = EncodeSettings.builder().scripts(same).build();
    return ShardFormats.of(
        new PcrVariant(), new ShardSpec(settings, List.of(), List.of(), OptionalLong.empty()));
  }

  /** Returns the files at full fidelity. */
  private static List<byte[]> requirePrefixes(byte[] shard, Path folder, int groups, Random random)
      throws Exception {
    ShardFile opened =
        ShardFile.open(new MemoryByteSource("whole", ByteBuffer.wrap(shard)), Limits.DEFAULT);
    List<byte[]> before = new ArrayList<>();
    for (int group = 1; group <= groups; group++) {
      int length = (int) opened.layout().prefixLength(group);
      Path cut = Files.write(folder.resolve("cut.pcr"), Arrays.copyOf(shard, length));
      List<byte[]> files = new ArrayList<>();
      try (PcrDataset dataset = PcrDataset.open(cut)) {
        for (int i = 0; i < SOURCES.size(); i++) {
          Sample sample = dataset.sample(i, Fidelity.group(group));
          byte[] file = bytes(sample.file());
          files.add(file);
          if (sample.encoding() == Encoding.PROGRESSIVE_JPEG && group > 1) {
            requireContinues(before.get(i), file);
          }
        }
      }
      before = files;
      if (group == groups || random.nextInt(groups) == 0) {
        requireSamePixels(opened, files, folder);
      }
    }
    return before;
  }

  /** All but the end marker stays as it is. */
  private static void requireContinues(byte[] less, byte[] more) {
    assertArrayEquals(Arrays.copyOf(less, less.length - 2), Arrays.copyOf(more, less.length - 2));
  }

  private static void requireSamePixels(ShardFile shard, List<byte[]> files, Path folder)
      throws Exception {
    LibjpegPrograms djpeg = new LibjpegPrograms(folder);
    try (OurPixels ours = new OurPixels()) {
      for (int i = 0; i < files.size(); i++) {
        ColorClass colorClass = shard.metadata().colorClass(i);
        // djpeg writes no CMYK, and opaque files are the sources.
        if (colorClass != ColorClass.FOUR && colorClass != ColorClass.OPAQUE) {
          boolean grey = colorClass == ColorClass.GREY;
          byte[] file = files.get(i);
          assertArrayEquals(djpeg.unsmoothed(file), ours.of(file, grey, false), key(i));
        }
      }
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static JpegCoefficients coefficients(byte[] jpeg) throws Exception {
    return JpegCoefficients.read(List.of(ByteBuffer.wrap(jpeg)), Limits.DEFAULT, "image");
  }
}
