package io.pcr.tools.dataset;

import static io.pcr.tools.dataset.Flowers.shard;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.Manifests;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two files in a folder that are, or once were, the same shard: 13 samples, 4 shards. */
class ShardCopiesTest {
  private static final int SAMPLES = 13;

  @TempDir private Path folder;
  private Path images;

  @BeforeEach
  void makeImages() throws IOException {
    images = Flowers.images(folder, SAMPLES);
  }

  private Path dataset(String variant) {
    Path dataset = folder.resolve("dataset-" + variant);
    return Flowers.convert(images, dataset, "--shard-samples=4", "--variant=" + variant);
  }

  @Test
  void copyUnderASecondNameChangesNothing() throws IOException {
    Path dataset = dataset("pcr");
    Files.copy(shard(dataset, "1"), dataset.resolve("copy of 1.pcr"));
    assertEquals(ExitCode.OK, CommandRun.of("verify", dataset).status());
    Path saved = folder.resolve("saved");
    assertTrue(CommandRun.of("repair", dataset, saved).out().contains("lost  nothing"));
    Manifests.delete(dataset);
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("again"));
    assertTrue(repair.out().contains(SAMPLES + " samples saved, in 4 shards"), repair.out());
    assertEquals(
        "pcr: copy of 1.pcr is the same shard as part-00001.pcr: left out\n", repair.err());
  }

  @ParameterizedTest
  @CsvSource({"pcr", "tfrecord"})
  void copyThatStandsInThePlaceOfAnotherIsNotThatOne(String variant) throws IOException {
    Path dataset = dataset(variant);
    Files.copy(shard(dataset, "1"), shard(dataset, "2"), StandardCopyOption.REPLACE_EXISTING);
    CommandRun restore = CommandRun.of("restore", dataset, folder.resolve("back"));
    assertEquals(ExitCode.FOUND, restore.status(), restore.out());
    CommandRun extract = CommandRun.of("extract", dataset, folder.resolve("out"));
    assertEquals(ExitCode.FOUND, extract.status(), extract.out());
    assertEquals(ExitCode.FOUND, CommandRun.of("verify", dataset).status());
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertTrue(repair.out().contains(SAMPLES - 4 + " samples saved, in 3 shards"), repair.out());
    assertTrue(repair.out().contains("lost  4 samples"), repair.out());
  }

  @Test
  void ofTwoFilesThatAreOneShardTheOneThatIsWholeIsSaved() throws IOException {
    Path dataset = dataset("pcr");
    Path own = shard(dataset, "1");
    Path copy = dataset.resolve("copy.pcr");
    Files.copy(own, copy);
    ShardFile file;
    try (FileByteSource source = FileByteSource.open(own)) {
      file = ShardFile.open(source, Limits.DEFAULT);
    }
    byte[] bytes = Files.readAllBytes(own);
    bytes[(int) file.layout().slicePosition(2, 1) + 1] ^= 4;
    Files.write(own, bytes);
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertEquals(ExitCode.OK, repair.status(), repair.out());
    assertEquals(
        "pcr: part-00001.pcr is damaged, and copy.pcr, the same shard, is intact or less"
            + " damaged: it is used\n",
        repair.err());
    assertEquals(-1, Files.mismatch(copy, folder.resolve("saved/part-00001.pcr")));
    Manifests.delete(dataset);
    CommandRun without = CommandRun.of("repair", dataset, folder.resolve("again"));
    assertTrue(without.out().contains(SAMPLES + " samples saved"), without.out());
  }

  @Test
  void shardThatWasCutIsTakenFromACopyThatIsWhole() throws IOException {
    Path dataset = dataset("pcr");
    Path own = shard(dataset, "1");
    Files.copy(own, dataset.resolve("copy.pcr"));
    byte[] bytes = Files.readAllBytes(own);
    Files.write(own, Arrays.copyOf(bytes, bytes.length - 100));
    CommandRun restore = CommandRun.of("restore", dataset, folder.resolve("back"));
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    assertEquals("pcr: part-00001.pcr was found as copy.pcr\n", restore.err());
    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertEquals(ExitCode.OK, repair.status(), repair.out());
  }

  @Test
  void shardOfWhichTheLastRecordIsDamagedIsIndexedFromAWholeCopyAndOnce() throws IOException {
    Path dataset = dataset("tfrecord");
    Path own = shard(dataset, "1");
    Files.copy(own, dataset.resolve("copy.bak"));
    byte[] bytes = Files.readAllBytes(own);
    bytes[bytes.length - 10] ^= 4;
    Files.write(own, bytes);
    Files.deleteIfExists(dataset.resolve("index.lmdb"));
    try (PcrDataset opened =
        Datasets.open(Datasets.find(dataset.toString()), OnDamage.FAIL, notice -> {})) {
      for (Map.Entry<String, ByteBuffer> image : FileTree.files(images).entrySet()) {
        ByteBuffer file = opened.sample(image.getKey(), Fidelity.FULL).file();
        assertEquals(image.getValue(), file, image.getKey());
      }
      assertEquals(Map.of("part-00001.tfrecord", "copy.bak"), opened.found());
    }
  }
}
