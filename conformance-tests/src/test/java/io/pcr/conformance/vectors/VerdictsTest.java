package io.pcr.conformance.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.conformance.CommandRun;
import io.pcr.conformance.probe.PythonScript;
import io.pcr.format.Limits;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.RestoreExtent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.testkit.Manifests;
import io.pcr.tools.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say of shards that no writer makes: the verdict, the advice, the status. */
class VerdictsTest {
  private static final int MIB = 1 << 20;
  private static final int GROUPS = 3;

  @TempDir private Path folder;

  /** A shard of conformance-tests/python/vectors/special.py. */
  private Path shard(String name) throws Exception {
    return folder.resolve(PythonScript.run("generate_files.py", folder, name).get(0));
  }

  /** The shard with a manifest beside it. */
  private Path dataset(String name) throws Exception {
    Path file = shard(name);
    Path dataset = Files.createDirectory(folder.resolve("dataset"));
    Files.move(file, dataset.resolve(file.getFileName()));
    ShardFile shard;
    RestoreExtent extent;
    try (ByteSource source = FileByteSource.open(dataset.resolve(file.getFileName()))) {
      shard = ShardFile.open(source, Limits.DEFAULT);
      extent = RestoreRegion.extent(source, shard, Limits.DEFAULT);
    }
    Manifest manifest =
        Manifest.builder(new UUID(3, 4))
            .groups(shard.metadata().groupCount(), shard.metadata().targets())
            .add(List.of(ShardEntries.of("part-00000.pcr", shard, extent)))
            .build();
    Manifests.write(dataset, manifest);
    return dataset;
  }

  @Test
  void recipeOfALongerFileThanTheMetadataSaysIsDamage() throws Exception {
    assertEquals(ExitCode.OK, CommandRun.of("verify", "--deep", shard("recipe")).status());
    CommandRun deep = CommandRun.of("verify", "--deep", shard("recipe-of-a-longer-file"));
    assertEquals(ExitCode.FOUND, deep.status(), deep.out() + deep.err());
    String found = "RESTORE_MISMATCH, stored 695, computed more than 695; ";
    assertTrue(deep.out().contains(found), deep.out());
    assertFalse((deep.out() + deep.err()).contains("--max-pixels"), deep.out() + deep.err());
  }

  @Test
  void baseOfAPatchMayBeLongerThanTheOriginal() throws Exception {
    CommandRun deep = CommandRun.of("verify", "--deep", shard("patch-shorter-than-its-base"));
    assertEquals(ExitCode.OK, deep.status(), deep.out() + deep.err());
  }

  @Test
  void moreScansThanAScriptHasAreOverALimitThatNoOptionRaises() throws Exception {
    CommandRun deep = CommandRun.of("verify", "--deep", shard("scans-beyond-the-limit"));
    assertEquals(ExitCode.IO, deep.status(), deep.out() + deep.err());
    assertTrue(deep.err().contains("needs 65, limit storedScans is 64\n"), deep.err());
  }

  @Test
  void jpegThatIsStoredAsItCameMayHaveAsManyScansAsOneThatComesIn() throws Exception {
    CommandRun deep = CommandRun.of("verify", "--deep", shard("liquid-of-many-scans"));
    assertFalse(deep.err().contains("scans, the limit"), deep.err());
  }

  @Test
  void sizeThatTheImageContradictsIsSaidByWhoeverDecodesIt() throws Exception {
    for (int side : new int[] {65_500, 8}) {
      Path shard = shard("liar-" + side);
      String lie = "ShardMetadata.widths of liar.jpg: stored " + side + ", computed 16";
      CommandRun quality = CommandRun.of("quality", shard);
      assertEquals(ExitCode.FOUND, quality.status(), quality.err());
      assertTrue(quality.err().contains(lie), quality.err());
      assertTrue(quality.err().contains("'pcr verify --deep' lists all damage"), quality.err());
      Path page = folder.resolve("page.html");
      CommandRun inspect = CommandRun.of("inspect", shard, "--html", page);
      assertEquals(ExitCode.FOUND, inspect.status(), inspect.err());
      assertTrue(inspect.err().contains("liar.jpg cannot be shown: " + lie), inspect.err());
      assertTrue(Files.readString(page).contains(lie), "the picture's place says why");
      CommandRun strip =
          CommandRun.of(
              "inspect", shard, "--sample", "liar.jpg", "--strip", folder.resolve("s.svg"));
      assertEquals(ExitCode.FOUND, strip.status(), strip.err());
    }
  }

  @Test
  void pictureThatCannotBeDecodedDoesNotTakeThePageFromTheOthers() throws Exception {
    Path shard = shard("one-broken");
    Path page = folder.resolve("page.html");
    CommandRun inspect = CommandRun.of("inspect", shard, "--html", page);
    assertEquals(ExitCode.FOUND, inspect.status(), inspect.err());
    String html = Files.readString(page);
    assertEquals(2 * GROUPS, html.split("data:image/jpeg", -1).length - 1);
    assertTrue(html.contains("Cannot be shown"), "the picture's place says why");
    assertTrue(html.contains("The fidelities were not measured"), "nor does it hide that");
  }

  @Test
  void imagesAboveTheLimitOfPixelsAreNamedWithTheOptionThatRaisesIt() throws Exception {
    Path shard = shard("intact");
    CommandRun deep = CommandRun.of("verify", "--deep", "--max-pixels=10", shard);
    assertEquals(ExitCode.IO, deep.status(), deep.err());
    String pixels = "needs 256, limit pixels is 10; --max-pixels raises it\n";
    assertTrue(deep.err().contains(pixels), deep.err());
    CommandRun quality = CommandRun.of("quality", "--max-pixels=10", shard);
    assertEquals(ExitCode.IO, quality.status(), quality.err());
    String all = "2 images are over the limit of 10 pixels; --max-pixels raises it\n";
    assertTrue(quality.err().endsWith(all), quality.err());
    CommandRun measured = CommandRun.of("quality", "--max-pixels=256", shard);
    assertEquals(ExitCode.OK, measured.status(), measured.err());
  }

  // Covers T9
  @Test
  void originalsThatComeToFarMoreThanTheirShardsAreRefusedBeforeAnythingIsWritten()
      throws Exception {
    Path dataset = dataset("bomb");
    assertTrue(Files.size(dataset.resolve("part-00000.pcr")) < 2 * MIB, "a small file");
    Path back = folder.resolve("back");
    CommandRun refused = CommandRun.of("restore", dataset, back);
    assertEquals(ExitCode.IO, refused.status(), refused.err());
    assertTrue(
        refused.err().startsWith("pcr: nothing was written: the originals have 1.26 GB, "),
        refused.err());
    assertTrue(refused.err().contains("--max-bytes=1259MB restores them"), refused.err());
    assertFalse(Files.exists(back), "nothing is written");
    CommandRun few = CommandRun.of("restore", dataset, back, "--max-bytes=3MiB", "--only=bomb1*");
    assertEquals(ExitCode.IO, few.status(), few.err());
    assertTrue(few.err().contains("--max-bytes allows 3.15 MB; --max-bytes="), few.err());
    assertFalse(Files.exists(back), "nothing is written");
    CommandRun one = CommandRun.of("restore", dataset, back, "--max-bytes=3MiB", "--only=bomb17");
    assertEquals(ExitCode.OK, one.status(), one.err());
    assertEquals(2 * MIB, Files.size(back.resolve("bomb17")));
  }
}
