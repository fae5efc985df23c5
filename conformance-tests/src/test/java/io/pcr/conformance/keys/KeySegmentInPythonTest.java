package io.pcr.conformance.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.conformance.probe.PythonProbe;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeyEntry;
import io.pcr.format.internal.keys.KeyHash;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.internal.keys.KeySegmentWriter;
import io.pcr.format.manifest.KeySegment;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Segments of equal entries are equal bytes here and in Python, and each reads the other's. */
class KeySegmentInPythonTest {
  private static final UUID DATASET = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  /** Makes the same segment, reads the other's, and compares bytes and entries. */
  private static final String SCRIPT =
      """
      import sys, uuid
      from types import SimpleNamespace
      sys.path.insert(0, sys.argv[1])
      import pcr_writer, pcr_dataset
      from pcr_dataset import Bytes
      entries = [tuple(map(int, line.split())) for line in open(sys.argv[2])]
      dataset = uuid.UUID(sys.argv[4]).bytes
      data, listed = pcr_writer.key_segment("name", entries, dataset, 12, 5)
      with open(sys.argv[3], "rb") as file:
          written = file.read()
      assert written == data, (len(written), len(data))
      found = list(pcr_dataset.check_segment(Bytes(written), SimpleNamespace(**listed), dataset))
      assert found == sorted(entry[:len(found[0])] for entry in entries) if found else not entries
      for key in ("", "n01440764/n01440764_10026.JPEG", "\\u00e9"):
          print(pcr_dataset.key_hash(key))
      print(listed["page_count"], listed["entry_length"], listed["entry_count"], listed["segment_crc32c"])
      """;

  @Test
  void segmentWithoutPlaces(@TempDir Path folder) throws Exception {
    Random random = new Random(1);
    List<KeyEntry> entries = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      entries.add(new KeyEntry(random.nextLong(), random.nextInt(50), i));
    }
    requireEqual(folder, entries);
  }

  @Test
  void segmentWithSomePlaces(@TempDir Path folder) throws Exception {
    Random random = new Random(2);
    List<KeyEntry> entries = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      KeyPlace place =
          i % 3 == 0
              ? KeyPlace.UNKNOWN
              : new KeyPlace(random.nextLong() >>> 1, 0xFFFF_FFFFL - i, random.nextInt(1 << 20));
      entries.add(new KeyEntry(random.nextLong(), 0xFFFF_FFFFL - i % 7, i, place));
    }
    requireEqual(folder, entries);
  }

  @Test
  void segmentWithCrowdedPages(@TempDir Path folder) throws Exception {
    List<KeyEntry> entries = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      entries.add(new KeyEntry((long) i << 50, i, 0));
    }
    requireEqual(folder, entries);
  }

  @Test
  void emptySegment(@TempDir Path folder) throws Exception {
    requireEqual(folder, List.of());
  }

  private static void requireEqual(Path folder, List<KeyEntry> entries) throws Exception {
    Path listing = folder.resolve("entries");
    Files.write(listing, entries.stream().map(KeySegmentInPythonTest::line).toList());
    Path file = folder.resolve("segment");
    KeySegment segment = write(folder, entries, file);
    Process process =
        new ProcessBuilder(
                PythonProbe.python(),
                "-B",
                "-c",
                SCRIPT,
                PythonProbe.MODULES.toString(),
                listing.toString(),
                file.toString(),
                DATASET.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertEquals(0, process.waitFor());
    String hashes =
        List.of("", "n01440764/n01440764_10026.JPEG", "é").stream()
            .map(key -> Long.toUnsignedString(KeyHash.of(key)))
            .collect(Collectors.joining("\n"));
    assertEquals(
        hashes
            + "\n%d %d %d %s\n"
                .formatted(
                    segment.pageCount(),
                    segment.entryLength(),
                    segment.entryCount(),
                    Integer.toUnsignedString(segment.segmentCrc32c())),
        answer);
  }

  private static String line(KeyEntry entry) {
    KeyPlace place = entry.place();
    return Long.toUnsignedString(entry.hash())
        + " %d %d %d %d %d"
            .formatted(
                entry.shardNumber(),
                entry.ordinal(),
                place.storedOffset(),
                place.storedLength(),
                place.recordOffset());
  }

  private static KeySegment write(Path folder, List<KeyEntry> entries, Path file)
      throws IOException {
    List<FileChannel> tries = new ArrayList<>();
    try (KeyEntries sorter = new KeyEntries(folder)) {
      for (KeyEntry entry : entries) {
        sorter.add(entry);
      }
      return KeySegmentWriter.write(
          sorter,
          DATASET,
          12,
          5,
          () -> {
            tries.add(
                FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE));
            return tries.get(tries.size() - 1);
          });
    } finally {
      for (FileChannel channel : tries) {
        channel.close();
      }
    }
  }
}
