package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.media.MediaType;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Whatever is in a folder is in the dataset or in the list of rejects: each once, nothing else. */
class ConversionProperties {
  private static final Pattern PATH = Pattern.compile("\"path\":\"(.*?)\",\"reason\"");

  private static final List<byte[]> CONTENTS =
      List.of(
          JpegFixtures.grey(9, 7),
          JpegFixtures.baseline(16, 24),
          JpegFixtures.cmyk(12, 12, true),
          JpegFixtures.progressive(20, 20),
          JpegFixtures.restartIntervals(32, 32, 1),
          JpegFixtures.bytesAfterEnd(16, 16),
          JpegFixtures.truncated(JpegFixtures.baseline(48, 48), 80),
          JpegFixtures.twelveBit(16, 16),
          JpegFixtures.junkBeforeStart(16, 16),
          new byte[0],
          new byte[] {(byte) 0xff, (byte) 0xd8, (byte) 0xff},
          "GIF89a and nothing more".getBytes(StandardCharsets.UTF_8),
          "P5 1 1 255\nx".getBytes(StandardCharsets.UTF_8),
          "just a text".getBytes(StandardCharsets.UTF_8));

  @Provide
  Arbitrary<Map<String, byte[]>> trees() {
    Arbitrary<String> name =
        Arbitraries.of(
            "a", "b", "x y", "\u00e9", "deep", "0", "-", "n\n", "q\"", "\\", "%41", "z.jpg");
    Arbitrary<String> key =
        name.list().ofMinSize(1).ofMaxSize(3).map(names -> String.join("/", names));
    Arbitrary<byte[]> content = Arbitraries.of(CONTENTS);
    return Combinators.combine(key, content)
        .as(Map::entry)
        .list()
        .ofMinSize(1)
        .ofMaxSize(25)
        .map(ConversionProperties::tree)
        .filter(ConversionProperties::hasAnInput);
  }

  /** Whether the tree holds more than files beside images, by name and by first bytes. */
  private static boolean hasAnInput(Map<String, byte[]> tree) {
    return tree.entrySet().stream().anyMatch(file -> isInput(file.getKey(), file.getValue()));
  }

  private static boolean isInput(String key, byte[] content) {
    return key.endsWith(".jpg") || MediaType.sniff(ByteBuffer.wrap(content)).isPresent();
  }

  /** No file may stand where a folder has to. */
  private static Map<String, byte[]> tree(List<Map.Entry<String, byte[]>> entries) {
    Map<String, byte[]> tree = new TreeMap<>();
    for (Map.Entry<String, byte[]> entry : entries) {
      boolean collides =
          tree.keySet().stream()
              .anyMatch(
                  key ->
                      key.startsWith(entry.getKey() + "/") || entry.getKey().startsWith(key + "/"));
      if (!collides) {
        tree.put(entry.getKey(), entry.getValue());
      }
    }
    return tree;
  }

  @Provide
  Arbitrary<VariantOptions> variants() {
    return Arbitraries.of(
        new PcrVariant(),
        new LiquidVariant(FormatMix.parse("jpeg:6,raw:4"), 1),
        new LiquidVariant(FormatMix.parse("jpeg:1,png:1,webp:1,bmp:1,raw:1"), 2));
  }

  @Property(tries = 60, shrinking = ShrinkingMode.BOUNDED)
  void whatGoesInIsInTheDatasetOrInTheRejects(
      @ForAll("trees") Map<String, byte[]> tree,
      @ForAll("variants") VariantOptions variant,
      @ForAll @IntRange(min = 1, max = 5) int samplesInAShard,
      @ForAll long seed)
      throws Exception {
    Path temporary = Files.createTempDirectory("pcr-tree");
    Path source = Sources.write(temporary.resolve("source"), tree);
    Path out = temporary.resolve("out");
    ConversionSummary summary =
        Conversion.convert(
            ConversionOptions.builder(FolderSourceOptions.of(source), out)
                .variant(variant)
                .shards(new ShardLimits(1 << 20, samplesInAShard))
                .order(SampleOrder.shuffled(seed))
                .build(),
            ConversionListener.SILENT);
    ReadBack back = ReadBack.of(out);
    List<String> rejected = rejected(out);
    long others = tree.entrySet().stream().filter(e -> !isInput(e.getKey(), e.getValue())).count();
    assertEquals(others, summary.notImages());
    assertEquals(summary.rejects() + others, rejected.size());
    List<String> all = new ArrayList<>(back.samples.keySet());
    all.addAll(rejected);
    assertEquals(tree.size(), all.size());
    assertEquals(tree.keySet(), new TreeSet<>(all));
    back.samples.forEach((key, found) -> assertArrayEquals(tree.get(key), found.original(), key));
    assertEquals(tree.keySet(), Sources.read(source).keySet());
    for (var shard : summary.added()) {
      assertTrue(shard.sampleCount() <= samplesInAShard);
    }
    KillTest.delete(temporary);
  }

  /** Fails at the step of a number: what a run leaves behind then is what a killed one does. */
  private static DurableSteps failingAt(int step) {
    AtomicInteger steps = new AtomicInteger();
    return (kind, file) -> {
      if (steps.getAndIncrement() == step) {
        throw new IOException("step " + step);
      }
    };
  }

  private static boolean isUnfinished(Path out) {
    return Files.exists(out.resolve(".pcr-run")) || !Files.exists(out.resolve("manifest.pcrm"));
  }

  // Covers R-COMMIT-2
  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void resumedRunEndsInTheFilesOfASingleOne(
      @ForAll("trees") Map<String, byte[]> tree,
      @ForAll("variants") VariantOptions variant,
      @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 40) Integer> failures)
      throws Exception {
    Path temporary = Files.createTempDirectory("pcr-resume");
    Path source = Sources.write(temporary.resolve("source"), tree);
    Path single = temporary.resolve("single");
    KilledConversion.run("convert", source, single, variant, DurableSteps.NONE);
    Path resumed = temporary.resolve("resumed");
    for (int step : failures) {
      if (isUnfinished(resumed)) {
        try {
          KilledConversion.run("convert", source, resumed, variant, failingAt(step));
        } catch (IOException e) {
          assertTrue(e.getMessage().contains("step " + step), e.getMessage());
        }
      }
    }
    if (isUnfinished(resumed)) {
      KilledConversion.run("convert", source, resumed, variant, DurableSteps.NONE);
    }
    Map<String, byte[]> files = ConversionTest.datasetFiles(resumed);
    files.keySet().removeIf(name -> name.startsWith(".pcr-run-finished"));
    ConversionTest.assertSameFiles(ConversionTest.datasetFiles(single), files);
    KillTest.delete(temporary);
  }

  /** What a sample is, apart from where it stands; the label by the name of its class. */
  private static Map<String, List<Object>> samples(Path dataset) throws Exception {
    ReadBack back = ReadBack.of(dataset);
    Map<Long, String> names = new TreeMap<>();
    back.manifest.classNames().forEach(name -> names.put(name.label(), name.name()));
    Map<String, List<Object>> samples = new TreeMap<>();
    back.samples.forEach(
        (key, found) ->
            samples.put(
                key,
                List.of(
                    ByteBuffer.wrap(found.file()),
                    ByteBuffer.wrap(found.original()),
                    found.label() == null ? "" : names.get(found.label()),
                    found.encoding())));
    return samples;
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void appendedPartsHoldTheSamplesOfASingleRun(
      @ForAll("trees") Map<String, byte[]> tree, @ForAll Random random) throws Exception {
    Map<String, byte[]> first = new TreeMap<>();
    Map<String, byte[]> rest = new TreeMap<>();
    tree.forEach((key, bytes) -> (random.nextBoolean() ? first : rest).put(key, bytes));
    Assume.that(hasAnInput(first) && hasAnInput(rest));
    Path temporary = Files.createTempDirectory("pcr-append");
    Path all = Sources.write(temporary.resolve("all"), tree);
    Path single = temporary.resolve("single");
    KilledConversion.run("convert", all, single, DurableSteps.NONE);
    Path grown = temporary.resolve("grown");
    Path begin = Sources.write(temporary.resolve("first"), first);
    KilledConversion.run("convert", begin, grown, DurableSteps.NONE);
    Path more = Sources.write(temporary.resolve("rest"), rest);
    KilledConversion.run("append", more, grown, DurableSteps.NONE);
    assertEquals(samples(single), samples(grown));
    assertEquals(new TreeSet<>(rejected(single)), new TreeSet<>(rejected(grown)));
    KillTest.delete(temporary);
  }

  private static List<String> rejected(Path out) throws Exception {
    Path file = out.resolve(Conversion.REJECTS_NAME);
    List<String> paths = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        Matcher matcher = PATH.matcher(line);
        assertTrue(matcher.find(), line);
        paths.add(unescape(matcher.group(1)));
      }
    }
    return paths;
  }

  private static String unescape(String json) {
    return json.replace("\\u00e9", "\u00e9")
        .replace("\\n", "\n")
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
  }
}
