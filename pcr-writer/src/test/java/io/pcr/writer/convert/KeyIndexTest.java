package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.check.Damage;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index of keys that conversions and appends publish. */
class KeyIndexTest {
  @TempDir Path temporary;

  private final Map<String, byte[]> images = new TreeMap<>();
  private final List<String> notices = new ArrayList<>();

  private Path source(int from, int count) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    for (int i = from; i < from + count; i++) {
      files.put("c/" + i + ".jpg", JpegFixtures.baseline(i, 20, 20));
    }
    images.putAll(files);
    return Sources.write(temporary.resolve("source-" + from), files);
  }

  private Path out() {
    return temporary.resolve("out");
  }

  private ConversionOptions.Builder options(Path source) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out())
        .shards(new ShardLimits(1 << 20, 4));
  }

  /** With no index but that of keys. */
  private PcrDataset open() throws IOException {
    return PcrDataset.open(
        out(),
        ReaderOptions.builder().indexPolicy(IndexPolicy.TEMPORARY).notices(notices::add).build());
  }

  private Manifest assertAllAreFound() throws IOException {
    try (PcrDataset dataset = open()) {
      for (Map.Entry<String, byte[]> image : images.entrySet()) {
        Sample sample = dataset.sample(image.getKey(), Fidelity.FULL);
        assertEquals(image.getKey(), sample.key());
      }
      assertEquals(Optional.empty(), dataset.find("nobody", Fidelity.FULL));
      assertEquals(List.of(), notices, "no index is built");
      List<Damage> damages = new ArrayList<>();
      DatasetCheck.of(dataset).onDamage(damages::add).run();
      assertEquals(List.of(), damages);
      Manifest manifest = dataset.manifest().orElseThrow();
      assertEquals(
          images.size(), manifest.keySegments().stream().mapToLong(KeySegment::entryCount).sum());
      return manifest;
    }
  }

  /** Covers R-KEYS-5. */
  @Test
  void eachAppendAddsItsKeysAndSegmentsStayFew() throws Exception {
    Conversion.convert(options(source(0, 10)).build(), ConversionListener.SILENT);
    assertEquals(1, assertAllAreFound().keySegments().size());
    for (int k = 1; k <= 12; k++) {
      Conversion.append(options(source(100 * k, 1)).build(), ConversionListener.SILENT);
      Manifest manifest = assertAllAreFound();
      assertEquals(k + 1, manifest.generation());
      assertTrue(manifest.keySegments().size() <= 4, manifest.keySegments()::toString);
    }
  }

  /** Covers R-KEYS-4. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib", "zstd"})
  void recordsAreFoundByTheirPlacesWhereThereAreSome(String compression) throws Exception {
    TfRecordVariant variant = new TfRecordVariant(compression);
    Conversion.convert(options(source(0, 10)).variant(variant).build(), ConversionListener.SILENT);
    int expected = compression.equals("none") || compression.equals("zstd") ? 32 : 16;
    assertEquals(expected, assertAllAreFound().keySegments().get(0).entryLength());
    try (PcrDataset dataset = open()) {
      for (Map.Entry<String, byte[]> image : images.entrySet()) {
        ByteBuffer file = dataset.sample(image.getKey(), Fidelity.FULL).file();
        byte[] bytes = new byte[file.remaining()];
        file.get(bytes);
        assertArrayEquals(image.getValue(), bytes);
      }
    }
  }

  /** Covers R-KEYS-6. */
  @Test
  void equalInputGivesEqualSegments() throws Exception {
    Path source = source(0, 30);
    Conversion.convert(options(source).build(), ConversionListener.SILENT);
    Map<String, byte[]> first = Sources.read(out());
    Files.move(out(), temporary.resolve("first"));
    Conversion.convert(options(source).build(), ConversionListener.SILENT);
    assertArrayEquals(first.get("keys-1-0.pcrk"), Sources.read(out()).get("keys-1-0.pcrk"));
  }

  @Test
  void damagedSegmentIsMadeAnewByTheNextAppend() throws Exception {
    Conversion.convert(options(source(0, 10)).build(), ConversionListener.SILENT);
    Path segment = out().resolve("keys-1-0.pcrk");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[100] ^= 1;
    Files.write(segment, bytes);
    Conversion.append(options(source(100, 3)).build(), ConversionListener.SILENT);
    Manifest manifest = assertAllAreFound();
    assertEquals(
        List.of("keys-2-0.pcrk"), manifest.keySegments().stream().map(KeySegment::name).toList());
  }
}
