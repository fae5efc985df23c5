package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.testkit.FileTree;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Covers R-COPY-1, R-COPY-3, G-8: a damaged front costs nothing, and every command says so. */
class FrontDamageTest {
  private static final String SAID = "nothing is lost: its copy at the file's end was read";

  @TempDir Path folder;
  private Path dataset;
  private Path shard;
  private ShardFile intact;
  private Map<String, ByteBuffer> images;
  private Map<String, ByteBuffer> originals;

  @BeforeEach
  void make() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    shard = dataset.resolve("part-00000.pcr");
    try (FileByteSource source = FileByteSource.open(shard)) {
      intact = ShardFile.open(source, Limits.DEFAULT);
    }
    images = extracted(dataset, "before");
    Path restored = folder.resolve("originals");
    assertEquals(ExitCode.OK, CommandRun.of("restore", dataset, restored).status());
    originals = FileTree.files(restored);
  }

  private Map<String, ByteBuffer> extracted(Path from, String to) throws IOException {
    Path out = folder.resolve(to);
    CommandRun run = CommandRun.of("extract", from, out);
    assertEquals(ExitCode.OK, run.status(), run.err());
    return FileTree.files(out);
  }

  private static void assertSame(Map<String, ByteBuffer> expected, Map<String, ByteBuffer> found) {
    assertEquals(expected, found);
  }

  private void damage(int... places) throws IOException {
    byte[] bytes = Files.readAllBytes(shard);
    for (int at : places) {
      bytes[at] ^= 0x10;
    }
    Files.write(shard, bytes);
  }

  private void assertSaidAndMended() throws IOException {
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains(SAID), verify.out());
    CommandRun inspect = CommandRun.of("inspect", dataset);
    assertTrue((inspect.out() + inspect.err()).contains(SAID), inspect.out() + inspect.err());
    CommandRun extract = CommandRun.of("extract", dataset, folder.resolve("damaged"));
    assertEquals(ExitCode.OK, extract.status(), extract.err());
    assertSaidOnce(extract);
    assertSame(images, FileTree.files(folder.resolve("damaged")));
    assertRestored();
    CommandRun quality = CommandRun.of("quality", dataset);
    assertEquals(ExitCode.OK, quality.status(), quality.err());
    assertSaidOnce(quality);
    Path repaired = folder.resolve("repaired");
    CommandRun repair = CommandRun.of("repair", dataset, repaired);
    assertEquals(ExitCode.OK, repair.status(), repair.out() + repair.err());
    CommandRun again = CommandRun.of("verify", repaired, "--deep");
    assertEquals(ExitCode.OK, again.status(), again.out());
    assertSame(images, extracted(repaired, "after"));
  }

  /** Nothing is lost, so the status is that of a success. */
  private void assertRestored() throws IOException {
    Path restored = folder.resolve("restored");
    CommandRun restore = CommandRun.of("restore", dataset, restored);
    assertEquals(ExitCode.OK, restore.status(), restore.err());
    assertSaidOnce(restore);
    assertSame(originals, FileTree.files(restored));
  }

  private static void assertSaidOnce(CommandRun run) {
    String err = run.err();
    assertTrue(err.contains("part-00000.pcr"), err);
    assertTrue(err.contains(SAID), err);
    assertEquals(err.indexOf(SAID), err.lastIndexOf(SAID), err);
  }

  @Test
  void damagedHeadIsReadFromItsCopy() throws IOException {
    damage(0, 40, 70);
    assertSaidAndMended();
  }

  @Test
  void damagedMetadataIsReadFromItsCopy() throws IOException {
    damage(intact.head().headLength() + 9, (int) intact.layout().prefixLength(0) - 1);
    assertSaidAndMended();
  }

  /** The manifest says where the copy is. */
  @Test
  void damagedHeadAndTrailerAreReadFromTheCopy() throws IOException {
    damage(9, (int) intact.head().totalLength() - 1);
    assertSaidAndMended();
  }

  @Test
  void eachPieceIsTakenFromWhereItIsWhole() throws IOException {
    damage(intact.head().headLength() + 9, (int) intact.regions().end() + 9);
    assertSaidAndMended();
  }

  /** A reader of an intact front does not see it; a check does. */
  @Test
  void damagedCopyIsFoundByACheck() throws IOException {
    damage((int) intact.regions().end() + 20);
    CommandRun verify = CommandRun.of("verify", dataset);
    assertEquals(ExitCode.FOUND, verify.status(), verify.out());
    assertTrue(verify.out().contains("FrontCopy"), verify.out());
    assertSame(images, extracted(dataset, "damaged"));
  }

  /** Where the copy begins follows from the length that is listed, not from that of the file. */
  @Test
  void damagedHeadOfAFileOfAnotherLengthIsReadFromTheCopy() throws IOException {
    byte[] whole = Files.readAllBytes(shard);
    whole[5] ^= 0x10;
    for (int length : new int[] {whole.length - 5, whole.length + 512}) {
      Files.write(shard, Arrays.copyOf(whole, length));
      assertEquals(ExitCode.FOUND, CommandRun.of("verify", dataset).status());
      Path restored = folder.resolve("restored" + length);
      CommandRun restore = CommandRun.of("restore", dataset, restored);
      assertEquals(ExitCode.OK, restore.status(), restore.err());
      assertSame(originals, FileTree.files(restored));
      Path repaired = folder.resolve("repaired" + length);
      CommandRun repair = CommandRun.of("repair", dataset, repaired);
      assertEquals(ExitCode.OK, repair.status(), repair.out() + repair.err());
      assertSame(images, extracted(repaired, "images" + length));
    }
  }
}
