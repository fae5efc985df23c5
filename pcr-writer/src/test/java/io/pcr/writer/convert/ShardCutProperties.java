package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.internal.shard.ShardCut;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** Where shards end depends on the list of sources alone (R-SHARD-1). */
final class ShardCutProperties {
  @Property(tries = 1000)
  void shardsAreAsLongAsTheLimitsAllowAndNoLonger(
      @ForAll @Size(max = 60) List<@LongRange(max = 40) Long> sizes,
      @ForAll @LongRange(min = 1, max = 100) long bytes,
      @ForAll @IntRange(min = 1, max = 9) int sources) {
    ShardCut cut = new ShardCut(new ShardLimits(bytes, sources));
    List<Long> shard = new ArrayList<>();
    for (long size : sizes) {
      long together = shard.stream().mapToLong(Long::longValue).sum() + size;
      boolean mustEnd = !shard.isEmpty() && (shard.size() == sources || together > bytes);
      assertEquals(mustEnd, cut.endsBefore(size));
      if (mustEnd) {
        shard.clear();
      }
      shard.add(size);
    }
  }

  @Provide
  Arbitrary<VariantOptions> variants() {
    return Arbitraries.of(
        new PcrVariant(),
        new LiquidVariant(FormatMix.parse("jpeg:6,raw:4"), 1),
        new LiquidVariant(FormatMix.parse("png:1"), 2));
  }

  /**
   * The same names and lengths, other content: some files are no images then. What remains is in
   * the same shards, in the same order, by any number of threads, in any variant, with originals
   * and without.
   */
  @Property(tries = 25, shrinking = ShrinkingMode.OFF)
  void contentThreadsAndOptionsOfImagesMakeNoDifference(
      @ForAll @Size(min = 1, max = 14) List<@IntRange(min = 8, max = 90) Integer> sides,
      @ForAll Set<@IntRange(max = 13) Integer> noImages,
      @ForAll("variants") VariantOptions variant,
      @ForAll @IntRange(min = 1, max = 5) int threads,
      @ForAll @IntRange(min = 300, max = 6000) int bytes,
      @ForAll @IntRange(min = 1, max = 6) int sources,
      @ForAll long seed)
      throws Exception {
    Map<String, byte[]> images = new TreeMap<>();
    Map<String, byte[]> others = new TreeMap<>();
    for (int i = 0; i < sides.size(); i++) {
      String key = String.format("c/%02d.jpg", i);
      byte[] image = JpegFixtures.baseline(i, sides.get(i), 17);
      images.put(key, image);
      byte[] damaged = image.clone();
      Arrays.fill(damaged, (byte) 0);
      others.put(key, noImages.contains(i) ? damaged : image);
    }
    Assume.that(noImages.size() < images.size());
    Path temporary = Files.createTempDirectory("pcr-cut");
    ShardLimits limits = new ShardLimits(bytes, sources);
    List<List<String>> whole =
        shards(
            temporary.resolve("a"), images, new PcrVariant(), 2, limits, seed, RestorePolicy.EXACT);
    List<List<String>> part =
        shards(temporary.resolve("b"), others, variant, threads, limits, seed, RestorePolicy.NONE);
    List<List<String>> expected = new ArrayList<>();
    for (List<String> shard : whole) {
      List<String> left = new ArrayList<>(shard);
      left.removeIf(key -> noImages.contains(Integer.parseInt(key.substring(2, 4))));
      if (!left.isEmpty()) {
        expected.add(left);
      }
    }
    assertEquals(expected, part);
    KillTest.delete(temporary);
  }

  private static List<List<String>> shards(
      Path folder,
      Map<String, byte[]> files,
      VariantOptions variant,
      int threads,
      ShardLimits limits,
      long seed,
      RestorePolicy restore)
      throws Exception {
    Path out = folder.resolve("out");
    Conversion.convert(
        ConversionOptions.builder(
                FolderSourceOptions.of(Sources.write(folder.resolve("source"), files)), out)
            .variant(variant)
            .encode(EncodeSettings.builder().restore(restore).build())
            .threads(threads)
            .shards(limits)
            .order(SampleOrder.shuffled(seed))
            .build(),
        ConversionListener.SILENT);
    List<List<String>> shards = new ArrayList<>();
    try (ByteSource source = FileByteSource.open(out.resolve(Manifest.FILE_NAME))) {
      for (ShardEntry entry : Manifest.read(source, Limits.DEFAULT).shards()) {
        try (ByteSource shard = FileByteSource.open(out.resolve(entry.name()))) {
          var metadata = ShardFile.open(shard, Limits.DEFAULT).metadata();
          List<String> keys = new ArrayList<>();
          for (int i = 0; i < metadata.sampleCount(); i++) {
            keys.add(metadata.key(i));
          }
          // Liquid shards sort their samples by format.
          keys.sort(null);
          shards.add(keys);
        }
      }
    }
    return shards;
  }
}
