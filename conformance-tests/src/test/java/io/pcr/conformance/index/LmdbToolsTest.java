package io.pcr.conformance.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Fidelity;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LMDB's own programs read an index, and find in it what the shards hold. */
class LmdbToolsTest {
  private static final int SAMPLES = 150;
  private static final int LABELS = 4;
  private static final int MAX_KEY_BYTES = 511;

  @TempDir private Path folder;

  private Path write(VariantOptions variant) throws Exception {
    Path dataset = folder.resolve("dataset");
    byte[] image = JpegFixtures.grey(8, 8);
    PcrWriterOptions options =
        PcrWriterOptions.builder().variant(variant).shards(new ShardLimits(1 << 30, 40)).build();
    try (PcrWriter writer = PcrWriter.create(dataset, options)) {
      for (int i = 0; i < SAMPLES; i++) {
        String key = i % 50 == 7 ? "long".repeat(200) + i : "ключ/" + i + ".jpg";
        PcrSample sample = PcrSample.of(key, image);
        writer.add(i % 5 == 0 ? sample : sample.withLabel(i % LABELS - 1));
      }
      writer.finish();
    }
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      opened.prepareIndex();
    }
    return dataset;
  }

  private static String hex(long value, int bytes) {
    return HexFormat.of().toHexDigits(value, 2 * bytes);
  }

  private static String storedKey(String key) {
    byte[] bytes = key.getBytes(UTF_8);
    return bytes.length <= MAX_KEY_BYTES
        ? HexFormat.of().formatHex(bytes)
        : "ff" + Sha256.of(ByteBuffer.wrap(bytes));
  }

  // Covers R-INDEX-4
  @ParameterizedTest
  @ValueSource(strings = {"pcr", "gzip"})
  void whatTheProgramsReadIsWhatTheShardsHold(String variant) throws Exception {
    boolean records = !variant.equals("pcr");
    Path dataset = write(records ? new TfRecordVariant(variant) : new PcrVariant());
    // The programs leave a lock file beside what they read.
    Path index = Files.copy(dataset.resolve("index.lmdb"), folder.resolve("copy.lmdb"));
    Map<String, String> keys = new TreeMap<>();
    Map<Long, List<Long>> labels = new TreeMap<>();
    int shards = scan(dataset, keys, labels);
    Map<String, Map<String, String>> dumped = dump(index);
    assertEquals(keys, dumped.get("keys"));
    assertEquals(counts(labels), dumped.get("labels"));
    assertEquals(chunks(labels), dumped.get("label_samples"));
    assertEquals(2, dumped.get("meta").size());
    assertEquals(records ? SAMPLES : 0, dumped.get("positions").size());
    assertEquals(4, shards);

    long entries = 0;
    Map<String, Long> stated = stat(index);
    for (Map.Entry<String, Map<String, String>> database : dumped.entrySet()) {
      assertEquals(database.getValue().size(), stated.get(database.getKey()), database.getKey());
      entries += database.getValue().size();
    }
    Programme.PEERS.passed("mdb_dump and mdb_stat: entries of an index", entries);
  }

  /** Reads all shards in order; returns how many there are. */
  private static int scan(Path dataset, Map<String, String> keys, Map<Long, List<Long>> labels)
      throws Exception {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      long number = 0;
      for (int s = 0; s < opened.shards().size(); s++) {
        try (ShardReader reader = opened.shards().get(s).read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            keys.put(storedKey(sample.key()), hex(s, 4) + hex(sample.ordinal(), 4));
            if (sample.label().isPresent()) {
              long label = sample.label().getAsLong();
              labels.computeIfAbsent(label, l -> new ArrayList<>()).add(number);
            }
            number++;
          }
        }
      }
      assertEquals(SAMPLES, number);
      assertTrue(labels.size() == LABELS && labels.containsKey(-1L), labels.toString());
      return opened.shards().size();
    }
  }

  private static Map<String, String> counts(Map<Long, List<Long>> labels) {
    Map<String, String> counts = new TreeMap<>();
    labels.forEach(
        (label, numbers) -> counts.put(hex(label ^ Long.MIN_VALUE, 8), hex(numbers.size(), 8)));
    return counts;
  }

  /** So few samples of each label that one chunk has all. */
  private static Map<String, String> chunks(Map<Long, List<Long>> labels) {
    Map<String, String> chunks = new TreeMap<>();
    labels.forEach(
        (label, numbers) -> {
          StringBuilder chunk = new StringBuilder();
          numbers.forEach(number -> chunk.append(hex(number, 8)));
          chunks.put(hex(label ^ Long.MIN_VALUE, 8) + hex(0, 4), chunk.toString());
        });
    return chunks;
  }

  /** The entries of each database, in hexadecimal. */
  private static Map<String, Map<String, String>> dump(Path index) throws Exception {
    Map<String, Map<String, String>> databases = new TreeMap<>();
    Map<String, String> current = null;
    Iterator<String> lines = run("mdb_dump", "-n", "-a", index.toString()).iterator();
    while (lines.hasNext()) {
      String line = lines.next();
      if (line.startsWith("database=")) {
        current = new TreeMap<>();
        databases.put(line.substring("database=".length()), current);
      } else if (line.startsWith(" ")) {
        current.put(line.substring(1), lines.next().substring(1));
      }
    }
    return databases;
  }

  /** How many entries each database is said to have. */
  private static Map<String, Long> stat(Path index) throws Exception {
    Map<String, Long> entries = new TreeMap<>();
    String database = "";
    for (String line : run("mdb_stat", "-n", "-a", index.toString())) {
      if (line.startsWith("Status of ")) {
        database = line.substring("Status of ".length());
      } else if (line.startsWith("  Entries: ")) {
        entries.put(database, Long.parseLong(line.substring("  Entries: ".length())));
      }
    }
    return entries;
  }

  private static List<String> run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
