package io.pcr.conformance.variant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.testkit.FileTree;
import io.pcr.writer.PcrSample;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same samples go into shards of any variant and come out of them, by every way of reading. */
class VariantsTest {
  private static final int SAMPLES = 23;
  private static final List<String> VARIANTS =
      List.of("pcr", "none", "gzip:6", "zlib:1:rle", "zstd:3");

  @TempDir private Path folder;

  private static VariantOptions variant(String name) {
    return name.equals("pcr") ? new PcrVariant() : new TfRecordVariant(name);
  }

  // Covers R-TFRECORD-4, R-TFRECORD-7, R-TFRECORD-10
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pcr",
        "none",
        "gzip:6",
        "gzip:1:huffman-only",
        "zlib:9:rle",
        "zlib:6:fixed",
        "zlib:6:filtered",
        "zstd:3",
        "zstd:19"
      })
  void samplesComeBackFromShardsOfAnyVariant(String name) throws IOException {
    List<PcrSample> samples = Inputs.samples(SAMPLES);
    Path dataset = folder.resolve("dataset");
    Inputs.write(dataset, variant(name), samples, 5);
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertEquals(5, opened.shards().size());
      requireSamples(opened, samples);
    }
  }

  @Property(tries = 20, shrinking = ShrinkingMode.OFF)
  void anyNumberOfSamplesComesBackFromShardsOfAnySize(
      @ForAll @IntRange(min = 1, max = 12) int count,
      @ForAll @IntRange(min = 1, max = 6) int inAShard,
      @ForAll @IntRange(max = 4) int variant)
      throws IOException {
    Path dataset = Files.createTempDirectory("pcr-variants");
    try {
      List<PcrSample> samples = Inputs.samples(count);
      Inputs.write(dataset, variant(VARIANTS.get(variant)), samples, inAShard);
      try (PcrDataset opened = PcrDataset.open(dataset)) {
        requireSamples(opened, samples);
      }
    } finally {
      FileTree.delete(dataset);
    }
  }

  private static void requireSamples(PcrDataset dataset, List<PcrSample> samples)
      throws IOException {
    assertEquals(samples.size(), dataset.sampleCount());
    int number = 0;
    for (Shard shard : dataset.shards()) {
      try (ShardReader reader = shard.read(Fidelity.FULL)) {
        for (Sample sample : reader) {
          PcrSample expected = samples.get(number);
          requireSame(expected, sample);
          requireSame(expected, dataset.sample(number, Fidelity.FULL));
          requireSame(expected, dataset.sample(expected.key(), Fidelity.FULL));
          assertEquals(number, dataset.numberOf(expected.key()).orElseThrow());
          requireLabelled(dataset, expected.label(), number);
          number++;
        }
      }
    }
    assertEquals(samples.size(), number);
    assertTrue(dataset.find("no such key", Fidelity.FULL).isEmpty());
  }

  private static void requireLabelled(PcrDataset dataset, OptionalLong label, long number)
      throws IOException {
    if (label.isPresent()) {
      assertTrue(dataset.samplesWithLabel(label.getAsLong()).anyMatch(n -> n == number));
    }
  }

  private static void requireSame(PcrSample expected, Sample found) throws IOException {
    assertEquals(expected.key(), found.key());
    assertEquals(expected.label(), found.label());
    assertEquals(40, found.height());
    if (found.encoding() != Encoding.PROGRESSIVE_JPEG) {
      assertEquals(expected.image(), found.file());
      assertEquals(expected.image().remaining(), found.length());
    }
    Map<String, Object> columns = expected.columns();
    assertEquals(
        columns.containsKey("views")
            ? OptionalLong.of((Long) columns.get("views"))
            : OptionalLong.empty(),
        found.int64("views"));
    assertEquals(
        columns.containsKey("score")
            ? OptionalDouble.of((Double) columns.get("score"))
            : OptionalDouble.empty(),
        found.float64("score"));
    assertEquals(
        Optional.ofNullable((byte[]) columns.get("mask")).map(ByteBuffer::wrap),
        found.bytes("mask"));
    assertEquals(
        Optional.ofNullable((byte[]) columns.get("caption")).map(value -> new String(value, UTF_8)),
        found.string("caption"));
  }

  // Covers R-TFRECORD-5, R-UUID-2
  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip:6", "zlib:6:huffman-only", "zstd:3"})
  void theSameInputGivesTheSameFilesForAnyNumberOfThreads(String name) throws Exception {
    Path source = images(folder.resolve("source"), 0, SAMPLES);
    Map<String, byte[]> first = Map.of();
    for (int threads : new int[] {1, 4}) {
      Path out = folder.resolve("out" + threads);
      ConversionOptions options =
          conversion(source, out, variant(name)).toBuilder().threads(threads).build();
      Conversion.convert(options, ConversionListener.SILENT);
      Map<String, byte[]> files = files(out);
      if (threads > 1) {
        assertEquals(first.keySet(), files.keySet());
        first.forEach((file, bytes) -> assertArrayEquals(bytes, files.get(file), file));
      }
      first = files;
    }
  }

  private static ConversionOptions conversion(Path source, Path out, VariantOptions variant) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .variant(variant)
        .threads(2)
        .shards(new ShardLimits(1 << 30, 4))
        .build();
  }

  private static Path images(Path folder, int first, int count) throws IOException {
    for (int i = first; i < first + count; i++) {
      Path file = folder.resolve("class" + i % 3).resolve(i + ".jpg");
      Files.createDirectories(file.getParent());
      Files.write(file, Inputs.image(i * 4));
    }
    return folder;
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (var paths = Files.list(folder)) {
      for (Path path : paths.toList()) {
        String name = path.getFileName().toString();
        // LMDB keeps what was in memory behind its pages.
        if (!name.startsWith("index") && !name.startsWith(".")) {
          files.put(name, Files.readAllBytes(path));
        }
      }
    }
    return files;
  }

  // Covers R-MANIFEST-8
  @Test
  void oneDatasetHoldsShardsOfAllVariants() throws Exception {
    Path out = folder.resolve("mixed");
    Map<String, byte[]> expected = new TreeMap<>();
    for (int i = 0; i < VARIANTS.size(); i++) {
      Path source = images(folder.resolve("source" + i), 10 * i, 6);
      ConversionOptions options = conversion(source, out, variant(VARIANTS.get(i)));
      if (i == 0) {
        Conversion.convert(options, ConversionListener.SILENT);
      } else {
        assertEquals(0, Conversion.append(options, ConversionListener.SILENT).rejects());
      }
      for (int image = 10 * i; image < 10 * i + 6; image++) {
        expected.put("class" + image % 3 + "/" + image + ".jpg", Inputs.image(image * 4));
      }
    }
    Files.delete(out.resolve("index.lmdb")); // So that it is built from the shards.
    try (PcrDataset dataset = PcrDataset.open(out)) {
      assertEquals(TargetedScans.DEFAULT.groupCount(), dataset.groupCount());
      assertEquals(expected.size(), dataset.sampleCount());
      for (Map.Entry<String, byte[]> image : expected.entrySet()) {
        Sample sample = dataset.sample(image.getKey(), Fidelity.FULL);
        assertEquals(image.getKey(), sample.key());
        assertEquals(image.getKey().charAt(5) - '0', sample.label().orElseThrow());
        if (sample.encoding() != Encoding.PROGRESSIVE_JPEG) {
          assertEquals(ByteBuffer.wrap(image.getValue()), sample.file());
        }
      }
      assertEquals(List.of("class0", "class1", "class2"), classes(dataset));
    }
  }

  private static List<String> classes(PcrDataset dataset) {
    return dataset.manifest().orElseThrow().classNames().stream().map(c -> c.name()).toList();
  }

  @Test
  void aKeyThatAShardOfAnotherVariantHasIsRejected() throws Exception {
    Path out = folder.resolve("mixed");
    Path source = images(folder.resolve("source"), 0, 6);
    Conversion.convert(conversion(source, out, variant("gzip")), ConversionListener.SILENT);
    var again =
        Conversion.append(conversion(source, out, variant("pcr")), ConversionListener.SILENT);
    assertEquals(0, again.rejects(), "the same images are in the dataset already");
    assertEquals(0, again.added().size());
    for (int i = 0; i < 6; i++) {
      Files.write(source.resolve("class" + i % 3).resolve(i + ".jpg"), Inputs.image(i * 4 + 1));
    }
    var others =
        Conversion.append(conversion(source, out, variant("pcr")), ConversionListener.SILENT);
    assertEquals(6, others.rejects());
    assertEquals(0, others.added().size());
  }

  // Covers R-TFRECORD-8
  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zstd"})
  void anotherFidelityThanFullIsRefusedByName(String name) throws IOException {
    Inputs.write(folder.resolve("dataset"), variant(name), Inputs.samples(3), 5);
    try (PcrDataset dataset = PcrDataset.open(folder.resolve("dataset"))) {
      Shard shard = dataset.shards().get(0);
      assertEquals(1, shard.groupCount());
      Fidelity one = Fidelity.group(1);
      for (IllegalArgumentException e :
          List.of(
              assertThrows(IllegalArgumentException.class, () -> shard.read(one)),
              assertThrows(IllegalArgumentException.class, () -> shard.sample(0, one)),
              assertThrows(IllegalArgumentException.class, () -> shard.prefixLength(one)))) {
        assertTrue(e.getMessage().contains("part-00000.tfrecord"), e::getMessage);
        assertTrue(e.getMessage().contains("only full fidelity"), e::getMessage);
      }
      assertEquals(
          Files.size(folder.resolve("dataset").resolve(shard.name())),
          shard.prefixLength(Fidelity.FULL));
    }
  }

  @Test
  void aSampleOfAShardWithoutCompressionIsOneReadOfItsRecord() throws IOException {
    Path dataset = folder.resolve("dataset");
    Inputs.write(dataset, variant("none"), Inputs.samples(SAMPLES), 100);
    RecordingByteSource[] shard = new RecordingByteSource[1];
    ReaderOptions options = ReaderOptions.builder().indexDirectory(dataset).build();
    try (PcrDataset opened =
        PcrDataset.open(
            name -> {
              RecordingByteSource source =
                  new RecordingByteSource(FileByteSource.open(dataset.resolve(name)));
              shard[0] = source;
              return source;
            },
            options)) {
      Sample sample = opened.sample(Inputs.sample(7).key(), Fidelity.FULL);
      assertEquals(ByteBuffer.wrap(Inputs.image(7)), sample.file());
      assertEquals(1, shard[0].reads().size());
      assertTrue(shard[0].reads().get(0).length() < sample.length() + 500);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zstd"})
  void remoteShardsAreReadThroughTheCacheAndMended(String name) throws IOException {
    Path dataset = folder.resolve("dataset");
    List<PcrSample> samples = Inputs.samples(9);
    Inputs.write(dataset, variant(name), samples, 5);
    Path cache = folder.resolve("cache");
    for (int round = 0; round < 3; round++) {
      PrefixCache opened = PrefixCache.open(cache, 1 << 24, notice -> {});
      try (PcrDataset remote =
          PcrDataset.open(
              file -> FileByteSource.open(dataset.resolve(file)),
              ReaderOptions.builder().cache(opened).build())) {
        requireSamples(remote, samples);
      }
      if (round == 1) {
        damageAll(cache);
      }
    }
  }

  private static void damageAll(Path cache) throws IOException {
    int damaged = 0;
    try (var paths = Files.walk(cache)) {
      for (Path file : paths.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 1000) {
          bytes[bytes.length / 2] ^= 1;
          Files.write(file, bytes);
          damaged++;
        }
      }
    }
    assertEquals(2, damaged);
  }
}
