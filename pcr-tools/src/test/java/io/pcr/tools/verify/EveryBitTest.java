package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.testkit.Manifests;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code pcr verify} does to a shard finds any flipped bit, in every container. */
class EveryBitTest {
  private static final int SIXTEEN_KIB = 16 << 10;

  @TempDir private Path folder;
  private Path dataset;
  private ShardEntry entry;
  private byte[] file;

  private static VariantOptions variant(String name) {
    return switch (name) {
      case "pcr" -> new PcrVariant();
      case "liquid" -> new LiquidVariant(FormatMix.parse("jpeg:2,png:1,bmp:1"), 1);
      default -> new TfRecordVariant(name);
    };
  }

  private void write(String variant, int images, int side) throws IOException {
    PcrWriterOptions options = PcrWriterOptions.builder().variant(variant(variant)).build();
    dataset = folder.resolve("of-" + images);
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (int i = 0; i < images; i++) {
        writer.add(PcrSample.of(i + ".jpg", JpegFixtures.baseline(i, side, side)).withLabel(i));
      }
      writer.finish();
    }
    List<ShardEntry> shards = Manifests.read(dataset).shards();
    assertEquals(1, shards.size());
    entry = shards.get(0);
    file = Files.readAllBytes(dataset.resolve(entry.name()));
  }

  /** The dataset as it is on disk, but for the shard, which is what the test makes of it. */
  private DatasetFiles files() throws IOException {
    DatasetFolder inMemory =
        name ->
            name.equals(entry.name())
                ? new MemoryByteSource(name, ByteBuffer.wrap(file))
                : FileByteSource.open(dataset.resolve(name));
    return DatasetFiles.open(DatasetLocation.of(inMemory), Limits.DEFAULT, notice -> {});
  }

  private void flipOneBitIn(int bits, String variant) throws IOException {
    DatasetCheck check = DatasetCheck.of(files());
    assertTrue(check.run().isIntact());
    int flips = 0;
    for (int bit = 0; bit < file.length * Byte.SIZE; bit += bits) {
      byte mask = (byte) (1 << bit % Byte.SIZE);
      file[bit / Byte.SIZE] ^= mask;
      assertFalse(check.run().isIntact(), "bit " + bit + " of " + entry.name());
      file[bit / Byte.SIZE] ^= mask;
      flips++;
    }
    Programme.T2.passed(variant + " shard, through pcr verify", flips);
  }

  // Covers T2
  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "none", "gzip:6", "zlib:6:rle", "zstd:3"})
  void aFlippedBitIsFound(String variant) throws IOException {
    write(variant, 4, 20);
    flipOneBitIn(7, variant);
  }

  // Covers T2
  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "none", "gzip:6", "zlib:6:rle", "zstd:3"})
  @Tag("long")
  void everyFlippedBitOfALargerShardIsFound(String variant) throws IOException {
    for (int images = 1; file == null || file.length < SIXTEEN_KIB; images++) {
      write(variant, images, 48);
    }
    flipOneBitIn(1, variant);
  }
}
