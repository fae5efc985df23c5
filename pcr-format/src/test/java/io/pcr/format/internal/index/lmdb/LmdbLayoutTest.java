package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.CursorIterable;
import org.lmdbjava.Dbi;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/** An index file holds the databases of the specification, byte for byte. */
class LmdbLayoutTest {
  private static final Pattern ROW = Pattern.compile("\\| `([a-z_]+)` \\| .* \\|");

  @TempDir private Path directory;

  @Test
  void databasesAreThoseThatTheSpecificationLists() throws IOException {
    Path spec = Path.of(System.getProperty("pcr.root"), "spec", "pcr-format.md");
    List<String> lines = Files.readAllLines(spec);
    List<String> listed =
        lines.stream()
            .skip(lines.indexOf("| database | key | value |") + 2)
            .takeWhile(line -> line.startsWith("|"))
            .map(line -> ROW.matcher(line).replaceFirst("$1"))
            .distinct()
            .toList();
    assertEquals(LmdbLayout.DATABASES, listed);
  }

  @Test
  void entriesHaveTheBytesThatTheSpecificationGivesThem() throws IOException {
    IndexDirectory.rebuild(
        directory, SyntheticDataset.of(130, 128).inOrder().withPositions().generation(3));
    assertEquals(
        List.of(
            "00 = 00000002" + "00000000000000070000000000000082" + "0000000000000003",
            "01 = " + shard(128, "part-00000.pcr") + shard(2, "part-00001.pcr")),
        entries(LmdbLayout.META));
    List<String> keys = entries(LmdbLayout.KEYS);
    assertEquals(130, keys.size());
    assertEquals(hex("n01440764/n01440764_0.JPEG") + " = 00000000" + "00000000", keys.get(0));
    assertEquals(List.of("8000000000000000 = 0000000000000082"), entries(LmdbLayout.LABELS));
    assertEquals(
        List.of(
            "8000000000000000" + "00000000 = " + numbers(0, 120),
            "8000000000000000" + "00000001 = " + numbers(120, 130)),
        entries(LmdbLayout.LABEL_SAMPLES));
    // Sample 129 at byte 12,900,000, then 3 in what that decompresses to, 99,129 long.
    assertEquals(
        "00000001" + "00000001 = 0000000000c4d6a0" + "0000000000000003" + "0000000000018339",
        entries(LmdbLayout.POSITIONS).get(129));
  }

  private static String shard(int samples, String name) {
    return String.format("%08x%032x%04x%s", samples, 0, name.length(), hex(name));
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String numbers(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(number -> String.format("%016x", number))
        .collect(Collectors.joining());
  }

  /** What LMDB itself reads, in its order: key = value. */
  private List<String> entries(String database) {
    List<String> entries = new ArrayList<>();
    HexFormat hex = HexFormat.of();
    try (Env<byte[]> env =
        Env.create(ByteArrayProxy.PROXY_BA)
            .setMaxDbs(LmdbLayout.DATABASES.size())
            .open(
                directory.resolve(IndexDirectory.FILE_NAME).toFile(),
                EnvFlags.MDB_RDONLY_ENV,
                EnvFlags.MDB_NOSUBDIR,
                EnvFlags.MDB_NOLOCK)) {
      Dbi<byte[]> dbi = env.openDbi(database);
      try (Txn<byte[]> txn = env.txnRead();
          CursorIterable<byte[]> cursor = dbi.iterate(txn)) {
        for (CursorIterable.KeyVal<byte[]> entry : cursor) {
          entries.add(hex.formatHex(entry.key()) + " = " + hex.formatHex(entry.val()));
        }
      }
    }
    return entries;
  }
}
