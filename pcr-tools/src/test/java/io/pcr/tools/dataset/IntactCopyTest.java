package io.pcr.tools.dataset;

import static io.pcr.tools.dataset.Flowers.lines;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.original.Originals;
import io.pcr.testkit.FileTree;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged shard beside an intact copy of it: 9 samples, 3 shards of 3. All commands read the
 * copy, say so, and give everything back; {@code verify} still reports the damage.
 */
class IntactCopyTest {
  private static final int SAMPLES = 9;
  private static final String DAMAGED = "part-00001.pcr";
  private static final String COPY = "backup.bak";
  private static final String NOTICE =
      DAMAGED + " is damaged; " + COPY + " is an intact copy and is read instead";

  @TempDir private Path folder;
  private Path images;

  @BeforeEach
  void makeImages() throws IOException {
    images = Flowers.images(folder, SAMPLES);
  }

  private Path dataset(String... options) {
    List<String> words = new ArrayList<>(List.of(options));
    words.add("--shard-samples=3");
    return Flowers.convert(images, folder.resolve("dataset"), words.toArray(String[]::new));
  }

  /**
   * Flips a bit of the second shard, and leaves a copy as it was.
   *
   * @param part which part of the file, in 16ths of its length
   */
  private static void damage(Path dataset, String shard, int part) throws IOException {
    Path own = dataset.resolve(shard);
    Files.copy(own, dataset.resolve(COPY));
    byte[] bytes = Files.readAllBytes(own);
    // What is damaged of a front alone is had from its copy, whatever else there is.
    int copyLength =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 16);
    int copy = bytes.length - 24 - copyLength;
    int at = copy * part / 16;
    bytes[at] ^= 4;
    if (at < copyLength) {
      bytes[copy + at] ^= 4;
    }
    Files.write(own, bytes);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 6, 9, 12, 13, 14, 15})
  void everyCommandGivesEverything(int part) throws IOException {
    Path dataset = dataset();
    damage(dataset, DAMAGED, part);
    assertEverythingIsGiven(dataset, DAMAGED, images);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 8})
  void everyCommandGivesEverythingOfALiquidShardToo(int part) throws IOException {
    Path dataset = dataset("--variant=liquid", "--mix=jpeg:1,raw:1");
    Path before = folder.resolve("before");
    assertEquals(ExitCode.OK, CommandRun.of("extract", dataset, before).status());
    String shard = "part-00001.pcrl";
    damage(dataset, shard, part);
    CommandRun extract = CommandRun.of("extract", dataset, folder.resolve("out"));
    assertEquals(ExitCode.OK, extract.status(), extract.err());
    assertEquals(FileTree.files(before), FileTree.files(folder.resolve("out")));
    assertEquals(1, lines(extract.err(), COPY), extract.err());
  }

  /** What every command says and gives of a dataset of which nothing is lost. */
  private void assertEverythingIsGiven(Path dataset, String shard, Path originals)
      throws IOException {
    Path back = folder.resolve("back");
    CommandRun restore = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    assertEquals(FileTree.files(originals), FileTree.files(back));
    assertTrue(restore.out().contains(SAMPLES + " files written"), restore.out());
    assertFalse(restore.out().contains("already"), restore.out());
    assertEquals(1, lines(restore.err(), COPY), restore.err());

    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains("checked " + SAMPLES + " samples"), verify.out());
    assertTrue(verify.out().contains(COPY), verify.out());
    assertEquals(0, lines(verify.out(), "can be read at fidelity"), verify.out());
    assertEquals(0, lines(verify.out(), "lost"), verify.out());

    // Of what keeps originals alone, extraction does not hear.
    CommandRun extract = CommandRun.of("extract", dataset, folder.resolve("out"));
    assertEquals(ExitCode.OK, extract.status(), extract.err());
    assertTrue(extract.out().contains(SAMPLES + " files written"), extract.out());

    CommandRun index = CommandRun.of("index", "rebuild", dataset);
    assertEquals(ExitCode.OK, index.status(), index.err());

    Path more = folder.resolve("more");
    Files.createDirectories(more.resolve("lily"));
    Files.copy(images.resolve("rose/0.jpg"), more.resolve("lily/1.jpg"));
    CommandRun append = CommandRun.of("append", dataset, more);
    assertEquals(ExitCode.OK, append.status(), append.err());

    CommandRun repair = CommandRun.of("repair", dataset, folder.resolve("saved"));
    assertEquals(ExitCode.OK, repair.status(), repair.out() + repair.err());
    assertTrue(repair.out().contains(SAMPLES + 1 + " samples saved"), repair.out());
    assertTrue(repair.out().contains("lost  nothing"), repair.out());
    assertEquals(ExitCode.OK, CommandRun.of("verify", folder.resolve("saved")).status());
    assertEquals(-1, Files.mismatch(dataset.resolve(COPY), folder.resolve("saved").resolve(shard)));
  }

  @Test
  void copyIsNamedOnce() throws IOException {
    Path dataset = dataset();
    damage(dataset, DAMAGED, 9);
    for (String command : new String[] {"restore", "extract"}) {
      CommandRun run = CommandRun.of(command, dataset, folder.resolve(command));
      assertEquals("pcr: " + NOTICE + "\n", run.err());
    }
  }

  @ParameterizedTest
  @EnumSource(OnDamage.class)
  void libraryReadsTheCopyWhateverIsToBeDoneAboutDamage(OnDamage onDamage) throws IOException {
    Path dataset = dataset();
    Map<String, ByteBuffer> before = full(dataset, OnDamage.FAIL);
    Map<String, ByteBuffer> originals = FileTree.files(images);
    damage(dataset, DAMAGED, 9);
    assertEquals(before, full(dataset, onDamage));
    try (PcrDataset opened =
        Datasets.open(Datasets.find(dataset.toString()), onDamage, notice -> {})) {
      for (Map.Entry<String, ByteBuffer> sample : before.entrySet()) {
        Sample found = opened.sample(sample.getKey(), Fidelity.FULL);
        assertEquals(sample.getValue(), found.file(), sample.getKey());
        assertFalse(found.isDegraded(), sample.getKey());
        assertEquals(originals.get(sample.getKey()), Originals.of(opened).get(sample.getKey()));
      }
      assertEquals(Map.of(DAMAGED, COPY), opened.found());
      assertEquals(0, opened.damage().skipped() + opened.damage().degraded());
    }
  }

  private static Map<String, ByteBuffer> full(Path dataset, OnDamage onDamage) throws IOException {
    Map<String, ByteBuffer> found = new TreeMap<>();
    try (PcrDataset opened =
        Datasets.open(Datasets.find(dataset.toString()), onDamage, notice -> {})) {
      for (Shard shard : opened.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            assertFalse(sample.isDegraded(), sample::toString);
            found.put(sample.key(), sample.file());
          }
        }
      }
    }
    return found;
  }

  @Test
  void copyThatIsDamagedElsewhereIsNotTaken() throws IOException {
    Path dataset = dataset();
    damage(dataset, DAMAGED, 9);
    byte[] bytes = Files.readAllBytes(dataset.resolve(COPY));
    bytes[bytes.length - 40] ^= 4;
    Files.write(dataset.resolve(COPY), bytes);
    CommandRun restore = CommandRun.of("restore", dataset, folder.resolve("back"));
    assertEquals(ExitCode.FOUND, restore.status(), restore.out());
    assertEquals(0, lines(restore.err(), COPY), restore.err());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertThrows(
          PcrException.Corrupt.class,
          () -> {
            for (long i = 0; i < SAMPLES; i++) {
              opened.sample(i, Fidelity.FULL);
            }
          });
    }
  }
}
