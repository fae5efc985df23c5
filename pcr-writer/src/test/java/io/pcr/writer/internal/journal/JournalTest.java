package io.pcr.writer.internal.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  private static final Listed LISTED =
      new Listed(new FileProof(1L << 40, -1), new FileProof(17, 0));

  @TempDir private Path folder;

  @Test
  void whatWasFinishedIsReadBack() throws IOException {
    write(3);
    try (Journal journal = open()) {
      assertEquals(Optional.of(LISTED), journal.listed());
      assertEquals(List.of(0, 1, 2), numbers(journal));
      assertEquals(shard(2).toText(), journal.shards().get(2).toText());
      assertEquals(12, journal.shards().get(2).tally().get(Count.SAMPLES));
      assertEquals(0, journal.shards().get(2).tally().get(Count.DAMAGED));
    }
  }

  @Test
  void everyCutOfTheFileKeepsTheWholeLinesBeforeIt() throws IOException {
    write(3);
    byte[] whole = Files.readAllBytes(path());
    int lines = 0;
    for (int length = 0; length <= whole.length; length++) {
      if (length > 0 && whole[length - 1] == '\n') {
        lines++;
      }
      Files.write(path(), Arrays.copyOf(whole, length));
      try (Journal journal = open()) {
        assertEquals(lines > 0, journal.listed().isPresent());
        assertEquals(Math.max(0, lines - 1), journal.shards().size(), "cut at " + length);
      }
      Path cut = path();
      assertTrue(Files.size(cut) <= length);
    }
  }

  @Test
  void lineWithAWrongBitEndsTheJournal() throws IOException {
    write(3);
    byte[] whole = Files.readAllBytes(path());
    String text = Files.readString(path());
    whole[text.indexOf("part-00001") + 3] ^= 1;
    Files.write(path(), whole);
    try (Journal journal = open()) {
      assertEquals(List.of(0), numbers(journal));
      journal.add(shard(1));
    }
    try (Journal journal = open()) {
      assertEquals(List.of(0, 1), numbers(journal));
    }
  }

  @Test
  void forgottenShardsStayForgotten() throws IOException {
    write(3);
    try (Journal journal = open()) {
      journal.keepShards(1);
      journal.add(shard(7));
    }
    try (Journal journal = open()) {
      assertEquals(List.of(0, 7), numbers(journal));
      journal.keepShards(0);
      assertEquals(Optional.of(LISTED), journal.listed());
    }
    try (Journal journal = open()) {
      assertEquals(List.of(), numbers(journal));
    }
  }

  private void write(int shards) throws IOException {
    try (Journal journal = open()) {
      journal.add(LISTED);
      for (int i = 0; i < shards; i++) {
        journal.add(shard(i));
      }
    }
  }

  private static FinishedShard shard(int number) {
    InputCounts tally = new InputCounts();
    tally.add(Count.SAMPLES, 10 + number);
    tally.add(Count.SOURCE_BYTES, 1L << 40);
    return new FinishedShard(
        "part-0000" + number + ".pcr",
        new UUID(-5, number),
        new ShardProof(number, -number, 1 << 31),
        7,
        1L << 33,
        2,
        new FileProof(3, 1 << 31),
        tally);
  }

  private static List<Integer> numbers(Journal journal) {
    return journal.shards().stream().map(shard -> (int) shard.totalLength()).toList();
  }

  private Path path() {
    return folder.resolve("journal");
  }

  private Journal open() throws IOException {
    return Journal.open(path(), DurableSteps.NONE);
  }
}
