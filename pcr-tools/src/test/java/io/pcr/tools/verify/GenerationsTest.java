package io.pcr.tools.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.testkit.Manifests;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

// Covers R-COMMIT-10, R-COMMIT-12, R-COMMIT-14, R-PART-3, R-MANIFEST-4
/**
 * Three generations of a dataset whose manifests or parts are lost or damaged: what verify says,
 * and what repair, restore and append do then.
 */
class GenerationsTest {
  @TempDir private Path folder;
  private Path dataset;
  private Path saved;

  @BeforeEach
  void write() throws IOException {
    dataset = folder.resolve("dataset");
    saved = folder.resolve("saved");
    run(ExitCode.OK, "convert", source(1), dataset);
    run(ExitCode.OK, "append", dataset, source(2));
    run(ExitCode.OK, "append", dataset, source(3));
  }

  private Path source(int seed) throws IOException {
    Path source = Files.createDirectories(folder.resolve("source" + seed));
    for (int i = 0; i < seed; i++) {
      byte[] image = JpegFixtures.baseline(10 * seed + i, 20, 20);
      Files.write(source.resolve(seed + "-" + i + ".jpg"), image);
    }
    return source;
  }

  private static CommandRun run(int status, Object... arguments) {
    CommandRun run = CommandRun.of(arguments);
    assertEquals(status, run.status(), run.out() + run.err());
    return run;
  }

  private CommandRun verify(int status) {
    return run(status, "verify", dataset);
  }

  private Path file(String name) {
    return dataset.resolve(name);
  }

  private void flip(String name, int offset) throws IOException {
    byte[] bytes = Files.readAllBytes(file(name));
    bytes[offset] ^= 1;
    Files.write(file(name), bytes);
  }

  private void copyOf(int generation) throws IOException {
    Files.copy(
        file("manifest-" + generation + ".pcrm"),
        file(Manifest.FILE_NAME),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private void deleteIndex() throws IOException {
    Files.delete(file("index.lmdb"));
    Files.delete(file("index.lmdb.sum"));
  }

  private static void contains(String text, String... parts) {
    for (String part : parts) {
      assertTrue(text.contains(part), part + " in " + text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"manifest-1.pcrm", "manifest-2.pcrm", "manifest-3.pcrm", "manifest.pcrm"})
  void damageOfAnyGenerationIsFoundAndLosesNothing(String name) throws IOException {
    flip(name, 60);
    CommandRun run = verify(ExitCode.FOUND);
    contains(run.out(), name + ": ", "no sample is lost", "1 damage; checked 6 samples");
    contains(run(ExitCode.OK, "repair", dataset, saved).out(), "6 samples saved", "lost  nothing");
    contains(run(ExitCode.OK, "restore", dataset, folder.resolve("r")).out(), "6 files written");
  }

  @Test
  void copyThatIsAnotherManifestThanItsGenerationIsFound() throws IOException {
    Manifest now = Manifests.read(dataset);
    Manifests.write(dataset, now.next().generation(3).parentGeneration(1).build());
    contains(verify(ExitCode.FOUND).out(), "manifest-3.pcrm: ", "other bytes");
  }

  @Test
  void emptiedGenerationIsFine() throws IOException {
    Files.write(file("manifest-1.pcrm"), new byte[0]);
    contains(verify(ExitCode.OK).out(), "no damage");
  }

  @Test
  void copyThatIsBehindIsSaidAndTheNewestIsChecked() throws IOException {
    copyOf(1);
    deleteIndex();
    String said = "manifest.pcrm is of generation 1, an older one; manifest-3.pcrm is used";
    CommandRun verify = verify(ExitCode.OK);
    contains(verify.out(), "no damage; checked 6 samples in 3 shards");
    contains(verify.err(), said);
    CommandRun restore = run(ExitCode.OK, "restore", dataset, folder.resolve("r"));
    contains(restore.out(), "6 files written");
    contains(restore.err(), said);
    contains(run(ExitCode.OK, "repair", dataset, saved).out(), "6 samples saved", "lost  nothing");
  }

  @Test
  void newestGenerationThatIsLostLeavesTheOneBeforeIt() throws IOException {
    flip("manifest-3.pcrm", 60);
    Files.copy(
        file("manifest-3.pcrm"), file(Manifest.FILE_NAME), StandardCopyOption.REPLACE_EXISTING);
    deleteIndex();
    CommandRun verify = verify(ExitCode.FOUND);
    contains(
        verify.out(),
        "manifest-3.pcrm: ",
        "manifest-2.pcrm, the newest one that is intact; 'pcr repair' uses that",
        "part-00002.pcr: a shard that no intact list names",
        "checked 3 samples in 2 shards");
    assertFalse(verify.out().contains("left over"), verify.out());
    CommandRun inspect = run(ExitCode.FOUND, "inspect", dataset);
    contains(inspect.err(), "manifest-2.pcrm, an older generation, is intact; a repair uses it");
    run(ExitCode.FOUND, "append", dataset, source(4));
    CommandRun repair = run(ExitCode.FOUND, "repair", dataset, saved);
    contains(repair.out(), "6 samples saved, in 3 shards", "the list manifest-3.pcrm");
    contains(repair.err(), "they are used: part-00002.pcr");
    assertEquals(Manifests.read(saved).datasetUuid(), uuid("manifest-2.pcrm"));
    contains(run(ExitCode.OK, "verify", saved, "--deep").out(), "no damage; checked 6 samples");
  }

  private UUID uuid(String name) throws IOException {
    return Manifest.decode(ByteBuffer.wrap(Files.readAllBytes(file(name))), name, Limits.DEFAULT)
        .datasetUuid();
  }

  @Test
  void generationsAreFoundByNameWhereCopyAndFirstAreGone() throws IOException {
    Files.delete(file("manifest-1.pcrm"));
    Files.delete(file(Manifest.FILE_NAME));
    CommandRun verify = verify(ExitCode.FOUND);
    contains(verify.out(), "manifest.pcrm: the file is missing; no sample is lost", "6 samples");
    contains(verify.err(), "manifest.pcrm is missing; manifest-3.pcrm is used");
    contains(run(ExitCode.OK, "repair", dataset, saved).out(), "6 samples saved", "lost  nothing");
    run(ExitCode.OK, "append", dataset, source(4));
    contains(verify(ExitCode.OK).out(), "no damage; checked 10 samples in 4 shards");
  }

  @Test
  void gapIsDamageAndWhatIsAddedIsInTheNewestChain() throws IOException {
    copyOf(1);
    Files.delete(file("manifest-2.pcrm"));
    contains(verify(ExitCode.FOUND).out(), "manifest-2.pcrm: the file is missing", "6 samples");
    contains(run(ExitCode.OK, "append", dataset, source(4)).out(), "generation 4");
    assertEquals(10, Manifests.read(dataset).sampleCount());
    assertFalse(Files.exists(file("manifest-2.pcrm")));
    contains(verify(ExitCode.FOUND).out(), "1 damage; checked 10 samples in 4 shards");
  }

  @Test
  void tornGenerationBlocksNobody() throws IOException {
    Files.write(file("manifest-4.pcrm"), new byte[0]);
    contains(verify(ExitCode.OK).out(), "no damage", "left over  manifest-4.pcrm: a generation");
    contains(run(ExitCode.OK, "restore", dataset, folder.resolve("r")).out(), "6 files written");
    contains(run(ExitCode.OK, "append", dataset, source(4)).out(), "generation 5");
    run(ExitCode.OK, "index", "rebuild", dataset);
    contains(verify(ExitCode.OK).out(), "no damage; checked 10 samples in 4 shards");
    assertEquals(0, Files.size(file("manifest-4.pcrm")));
  }

  @Test
  void lastNumberIsRefusedBeforeAnyWork() throws IOException {
    Manifest last = Manifests.read(dataset).next().generation(Long.MAX_VALUE).build();
    byte[] bytes = Manifests.bytes(last.encode());
    Files.write(file("manifest-" + Long.MAX_VALUE + ".pcrm"), bytes);
    Files.write(file(Manifest.FILE_NAME), bytes);
    CommandRun append = run(ExitCode.IO, "append", dataset, source(4));
    contains(append.err(), "the last number that a generation can have");
    assertFalse(Files.exists(file(".pcr-run")));
    assertFalse(Files.exists(file("part-00003.pcr")));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void lostPartLeavesTheShards(boolean isMissing) throws IOException {
    deleteIndex();
    Manifest whole = Manifests.moveToParts(dataset);
    assertEquals(2, whole.parts().size());
    contains(verify(ExitCode.OK).out(), "no damage; checked 6 samples in 3 shards");
    String lost = "shards-4-1.pcrp";
    if (isMissing) {
      Files.delete(file(lost));
    } else {
      flip(lost, 50);
    }
    Files.deleteIfExists(file("index.lmdb"));
    contains(
        verify(ExitCode.FOUND).out(),
        lost + ": ",
        "its 1 shard with 2 samples are not checked",
        "part-00001.pcr: a shard that no intact list names",
        "checked 4 samples in 2 shards");
    for (String command : List.of("restore", "extract")) {
      CommandRun run = run(ExitCode.FOUND, command, dataset, folder.resolve(command));
      contains(run.out(), "4 files written");
      contains(run.err(), lost);
    }
    CommandRun inspect = run(ExitCode.FOUND, "inspect", dataset);
    contains(inspect.out(), "samples      4 in 2 shards");
    contains(inspect.err(), lost + ": ", "not counted: 2 samples in 1 shard", "'pcr repair' saves");
    run(ExitCode.FOUND, "inspect", dataset, "--json");
    contains(run(ExitCode.FOUND, "inspect", dataset, "--layout").err(), lost);
    long before = Manifests.read(dataset).generation();
    CommandRun quality = run(ExitCode.FOUND, "quality", dataset);
    contains(quality.err(), lost + ": ", "2 samples in 1 shard", "the curve is not kept");
    assertEquals(before, Manifests.read(dataset).generation());
    CommandRun load = run(ExitCode.FOUND, "load", dataset, "--batch=2");
    contains(load.err(), lost, "1 shards with 2 samples", "'pcr repair' saves what is intact");
    CommandRun older = run(ExitCode.OK, "repair", dataset, folder.resolve("older"));
    contains(older.out(), "6 samples saved, in 3 shards, 3 of them copied", "lost  nothing");
    contains(older.err(), "an older generation lists the same shards");
    assertEquals(whole.datasetUuid(), Manifests.read(folder.resolve("older")).datasetUuid());
    for (int generation = 1; generation <= 3; generation++) {
      Files.write(file("manifest-" + generation + ".pcrm"), new byte[0]);
    }
    CommandRun repair = run(ExitCode.FOUND, "repair", dataset, saved);
    contains(repair.out(), "6 samples saved, in 3 shards", "lost  the list " + lost);
    contains(repair.err(), "they are used: part-00001.pcr");
    contains(run(ExitCode.OK, "verify", saved, "--deep").out(), "no damage; checked 6 samples");
    CommandRun all = run(ExitCode.OK, "restore", saved, folder.resolve("all"));
    contains(all.out(), "6 files written");
  }

  @Test
  void shardThatTwoTablesListIsFoundAndSavedOnce() throws IOException {
    deleteIndex();
    Manifest old = Manifests.read(dataset);
    ShardEntry first = old.shards().get(0);
    ShardEntry third = old.shards().get(2).withName("PART-00001.PCR");
    List<ShardPart> parts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ShardTable table = ShardTable.of(List.of(i == 0 ? first : old.shards().get(1)));
      ByteBuffer part = ShardPart.encode(table, 4);
      String name = ShardPart.fileName(4, i);
      parts.add(ShardPart.describe(name, part, table));
      Files.write(file(name), Manifests.bytes(part));
    }
    ShardTable root = ShardTable.of(List.of(third.numbered(7), first.numbered(8)));
    Manifests.add(
        dataset,
        old.next().generation(4).parentGeneration(3).keySegments(List.of()).nextShardNumber(9),
        parts,
        ShardTable.of(List.of(third.numbered(7))));
    contains(verify(ExitCode.FOUND).out(), "listed before as part-00001.pcr");
    CommandRun repair = run(ExitCode.OK, "repair", dataset, saved);
    contains(repair.out(), "6 samples saved, in 3 shards");
    contains(repair.err(), "PART-00001.PCR is the name of two shards");
    run(ExitCode.OK, "verify", saved, "--deep");
    Manifests.add(
        dataset,
        old.next().generation(5).parentGeneration(4).keySegments(List.of()).nextShardNumber(9),
        parts,
        root);
    contains(verify(ExitCode.FOUND).out(), "listed before as part-00000.pcr");
    CommandRun again = run(ExitCode.OK, "repair", dataset, folder.resolve("again"));
    contains(again.out(), "6 samples saved, in 3 shards");
    contains(again.err(), "is listed twice");
  }
}
