package io.pcr.tools.restore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.original.Originals;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Originals given back one by one, as a program asks for them. */
class OriginalsTest {
  private static final int IMAGES = 4;

  @TempDir private Path folder;

  private Path images;

  private Path dataset(String... options) throws IOException {
    images = Files.createDirectories(folder.resolve("images"));
    for (int i = 0; i < IMAGES; i++) {
      Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 90, 70));
    }
    Path dataset = folder.resolve("dataset");
    Object[] words =
        Stream.concat(
                Stream.of("convert", images, dataset, "--shard-samples=3"), Stream.of(options))
            .toArray();
    assertEquals(ExitCode.OK, CommandRun.of(words).status());
    return dataset;
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid --mix=jpeg:1,png:1,bmp:1", "tfrecord"})
  void everyOriginalComesBackAndNothingElse(String variant) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(dataset(("--variant=" + variant).split(" ", -1)))) {
      Originals originals = Originals.of(dataset);
      for (int i = IMAGES - 1; i >= 0; i--) {
        byte[] right = Files.readAllBytes(images.resolve(i + ".jpg"));
        assertEquals(ByteBuffer.wrap(right), originals.get(i + ".jpg"));
      }
      assertEquals(Optional.empty(), originals.find("none.jpg"));
      assertThrows(NoSuchElementException.class, () -> originals.get("none.jpg"));
    }
  }

  @Test
  void originalOfAShardByItselfComesBack() throws IOException {
    Path shard = dataset().resolve("part-00000.pcr");
    try (PcrDataset dataset = PcrDataset.open(shard)) {
      int found = 0;
      for (int i = 0; i < IMAGES; i++) {
        Optional<ByteBuffer> original = Originals.of(dataset).find(i + ".jpg");
        if (original.isPresent()) {
          byte[] right = Files.readAllBytes(images.resolve(i + ".jpg"));
          assertEquals(ByteBuffer.wrap(right), original.get());
          found++;
        }
      }
      assertEquals(dataset.sampleCount(), found);
    }
  }

  @Test
  void originalThatWasNotKeptIsNone() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(dataset("--restore=none"))) {
      assertEquals(Optional.empty(), Originals.of(dataset).find("1.jpg"));
    }
  }

  @Test
  void limitsAreKept() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(dataset())) {
      Originals small = Originals.of(dataset).withLimits(Limits.DEFAULT.withSliceBytes(10));
      assertThrows(PcrException.LimitExceeded.class, () -> small.find("1.jpg"));
    }
  }

  private static Region restore(Path shard) throws IOException {
    try (FileByteSource source = FileByteSource.open(shard)) {
      return ShardFile.open(source, Limits.DEFAULT).regions().restore().orElseThrow();
    }
  }

  @Test
  void damagedSampleGivesNoOriginal() throws IOException {
    Path written = dataset();
    try (PcrDataset dataset = PcrDataset.open(written)) {
      Originals originals = Originals.of(dataset);
      originals.get("1.jpg"); // Makes the index.
      for (String name : new String[] {"part-00000.pcr", "part-00001.pcr"}) {
        byte[] bytes = Files.readAllBytes(written.resolve(name));
        int last = (int) restore(written.resolve(name)).end() - 1;
        bytes[last] ^= 1;
        Files.write(written.resolve(name), bytes);
      }
      int damaged = 0;
      for (int i = 0; i < IMAGES; i++) {
        try {
          byte[] right = Files.readAllBytes(images.resolve(i + ".jpg"));
          assertEquals(ByteBuffer.wrap(right), originals.get(i + ".jpg"));
        } catch (PcrException.Corrupt e) {
          damaged++;
        }
      }
      assertTrue(damaged > 0, "no damage was noticed");
    }
  }
}
