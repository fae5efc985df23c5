package io.pcr.reader.internal.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.TestDataset;
import io.pcr.reader.TestShard;
import io.pcr.reader.http.FolderServer;
import io.pcr.reader.work.ProgressListener;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsReaderTest {
  private static final int FIRST = 9;
  private static final int SECOND = 4;

  @TempDir private Path folder;
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written =
        TestDataset.write(
            folder, TestShard.ofNoise(1, FIRST, 400), TestShard.ofNoise(2, SECOND, 400));
  }

  private static DatasetFacts facts(PcrDataset dataset, ProgressListener progress)
      throws IOException {
    return FactsReader.read(dataset.files(), Limits.DEFAULT, notice -> {}, progress);
  }

  private DatasetFacts facts() throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      return facts(dataset, ProgressListener.NONE);
    }
  }

  @Test
  void factsAreTheSumsOfWhatTheShardsHold() throws IOException {
    AtomicLong told = new AtomicLong();
    DatasetFacts facts;
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      facts = facts(dataset, (shards, read, bytes) -> told.addAndGet(shards));
    }
    assertEquals(2, told.get());
    assertEquals(FIRST + SECOND, facts.samples());
    assertEquals(0, facts.wholeSamples());
    assertEquals("pcr", facts.variant());
    assertEquals(written.shard(0).bytes().length + written.shard(1).bytes().length, facts.bytes());
    assertEquals(TestShard.GROUPS, facts.groups().size());
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      long prefix =
          (long) written.shard(0).prefixLength(group.group())
              + written.shard(1).prefixLength(group.group());
      assertEquals(prefix, group.prefixLength(), "group " + group.group());
    }
    assertEquals(FIRST + SECOND, facts.sizes().histogram().total());
    assertEquals(1, facts.identity().orElseThrow().generation());
    assertEquals(TestShard.GROUPS, facts.identity().orElseThrow().plainQuality().size());
    assertTrue(facts.faults().isEmpty(), facts.faults()::toString);
  }

  @Test
  void shardThatIsMissingIsAFactAndTheOthersAreCounted() throws IOException {
    Files.delete(folder.resolve(TestDataset.name(0)));
    DatasetFacts facts = facts();
    assertEquals(SECOND, facts.samples());
    assertEquals(1, facts.faults().size());
    assertEquals(TestDataset.name(0), facts.faults().get(0).shard());
    assertEquals(
        "the file is missing; not counted: " + FIRST + " samples", facts.faults().get(0).problem());
  }

  @Test
  void shardThatIsCutIsCountedAndSaidToBe() throws IOException {
    Path shard = folder.resolve(TestDataset.name(1));
    byte[] bytes = Files.readAllBytes(shard);
    Files.write(shard, Arrays.copyOf(bytes, written.shard(1).prefixLength(3)));
    DatasetFacts facts = facts();
    assertEquals(FIRST + SECOND, facts.samples());
    assertTrue(
        facts.faults().get(0).problem().endsWith("all samples can be read at fidelity 3"),
        facts.faults()::toString);
  }

  private static int copyPosition(byte[] shard) {
    ByteBuffer trailer =
        ByteBuffer.wrap(shard, shard.length - 24, 24).slice().order(ByteOrder.LITTLE_ENDIAN);
    return shard.length - 24 - trailer.getInt(8);
  }

  @Test
  void damagedShardByItselfHasNoFacts() throws IOException {
    Path shard = folder.resolve(TestDataset.name(1));
    try (PcrDataset dataset = PcrDataset.open(shard)) {
      byte[] bytes = Files.readAllBytes(shard);
      bytes[100] ^= 1;
      Files.write(shard, bytes);
      DatasetFacts.Fault fault = facts(dataset, ProgressListener.NONE).faults().get(0);
      assertTrue(fault.problem().contains("its copy at the file's end was read"), fault::toString);
      bytes[copyPosition(bytes) + 100] ^= 1;
      Files.write(shard, bytes);
      assertThrows(PcrException.class, () -> facts(dataset, ProgressListener.NONE));
    }
  }

  @Test
  void factsOfADatasetOnAServerAreTheSame() throws IOException {
    try (FolderServer server = FolderServer.start(folder);
        PcrDataset dataset = PcrDataset.open(server.uri())) {
      DatasetFacts remote = facts(dataset, ProgressListener.NONE);
      DatasetFacts local = facts();
      assertEquals(local.groups(), remote.groups());
      assertEquals(local.formats(), remote.formats());
      assertEquals(local.classes(), remote.classes());
    }
  }
}
