package io.pcr.tools.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import io.pcr.tools.CommandRun;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A small dataset of two shards, and where its repair goes. */
abstract class RepairFixture {
  static final String FIRST = "part-00000.pcr";
  static final String SECOND = "part-00001.pcr";

  @TempDir Path folder;
  Path dataset;
  Path repaired;
  ShardFile shard;

  @BeforeEach
  void write() throws IOException {
    dataset = TestDataset.small(folder.resolve("flowers"));
    repaired = folder.resolve("saved/flowers");
    try (FileByteSource source = FileByteSource.open(dataset.resolve(FIRST))) {
      shard = ShardFile.open(source, Limits.DEFAULT);
    }
  }

  void flip(String file, long offset) throws IOException {
    byte[] bytes = Files.readAllBytes(dataset.resolve(file));
    bytes[(int) offset] ^= 4;
    Files.write(dataset.resolve(file), bytes);
  }

  Region region(RegionKind kind) {
    return shard.regions().regions().stream().filter(r -> r.kind() == kind).findFirst().get();
  }

  List<String> losses() throws IOException {
    return Files.readAllLines(repaired.resolve("losses.jsonl"));
  }

  /** Runs the repair, proves that the result is whole, and gives the answer. */
  CommandRun repair(int status) {
    CommandRun run = CommandRun.of("repair", dataset, repaired);
    assertEquals(status, run.status(), run.out() + run.err());
    assertEquals("", run.err());
    CommandRun verify = CommandRun.of("verify", repaired, "--deep");
    assertEquals(ExitCode.OK, verify.status(), verify.out());
    assertEquals(ExitCode.OK, CommandRun.of("index", "check", repaired).status());
    return run;
  }

  static byte[] jpeg(Path folder, String key) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      var file = dataset.sample(key, Fidelity.FULL).file();
      byte[] bytes = new byte[file.remaining()];
      file.get(bytes);
      return bytes;
    }
  }

  Manifest manifest() throws IOException {
    try (FileByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /** The manifest as it was when it listed fewer shards. */
  static byte[] manifest(Manifest now, long generation, int shards) {
    ByteBuffer bytes =
        Manifest.builder(now.datasetUuid())
            .generation(generation)
            .groups(now.groupCount(), now.targets())
            .classNames(now.classNames())
            .options(now.options())
            .columns(now.columns())
            .add(now.shards().subList(0, shards))
            .build()
            .encode();
    byte[] file = new byte[bytes.remaining()];
    bytes.get(file);
    return file;
  }

  void index() {
    assertEquals(ExitCode.OK, CommandRun.of("index", "rebuild", dataset).status());
  }
}
