package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.internal.index.LabelOrder;
import io.pcr.format.internal.index.ListedShards;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.index.SampleIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;

/** Indexes that LMDB and the sidecar find nothing wrong with, written by somebody else. */
class IndexForgeryTest {
  private static final String LONG_KEY = "k".repeat(600);
  private static final ListedShards SHARDS =
      new ListedShards().shard("a.pcr", List.of("x", "y", LONG_KEY), 5, 5, 7);
  private static final byte[] X = "x".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  @BeforeEach
  void build() throws IOException {
    IndexDirectory.rebuild(folder, SHARDS);
  }

  private void put(String database, byte[] key, byte[] value) throws IOException {
    Path file = folder.resolve(IndexDirectory.FILE_NAME);
    try (Env<byte[]> env =
        Env.create(ByteArrayProxy.PROXY_BA)
            .setMapSize(1 << 20)
            .setMaxDbs(LmdbLayout.DATABASES.size())
            .open(file.toFile(), EnvFlags.MDB_NOSUBDIR, EnvFlags.MDB_NOLOCK)) {
      env.openDbi(database).put(key, value);
    }
    IndexSidecar sidecar =
        new IndexSidecar(SHARDS.identity(), Files.size(file), IndexFile.sha256(file));
    Files.write(folder.resolve(IndexDirectory.SIDECAR_NAME), sidecar.encode());
  }

  private SampleIndex open() throws IOException {
    return IndexDirectory.open(folder, SHARDS, IndexPolicy.FAIL, (file, found, permanent) -> {});
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length);
    bytes.asIntBuffer().put(values);
    return bytes.array();
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * values.length);
    bytes.asLongBuffer().put(values);
    return bytes.array();
  }

  private static void assertCorrupt(String database, Executable read) {
    PcrException.Corrupt e = assertThrows(PcrException.Corrupt.class, read);
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("Index." + database, e.field());
    assertTrue(e.source().endsWith(IndexDirectory.FILE_NAME), e.getMessage());
  }

  @Test
  void keysComeWithTheirPlacesAndLongOnesWithoutTheirText() throws IOException {
    Map<SampleLocation, Optional<String>> found = new HashMap<>();
    try (SampleIndex index = open()) {
      index.forEachKey(
          (location, key) ->
              found.put(location, key.map(k -> new String(k, StandardCharsets.UTF_8))));
      assertTrue(index.toString().contains(IndexDirectory.FILE_NAME), index::toString);
    }
    assertEquals(
        Map.of(
            new SampleLocation(0, 0), Optional.of("x"),
            new SampleLocation(0, 1), Optional.of("y"),
            new SampleLocation(0, 2), Optional.empty()),
        found);
  }

  @Test
  void placeOfAnotherLengthOrBelowZeroIsDamage() throws IOException {
    for (byte[] place : List.of(new byte[7], new byte[9], ints(-1, 0), ints(0, -1))) {
      put(LmdbLayout.KEYS, X, place);
      try (SampleIndex index = open()) {
        assertCorrupt(LmdbLayout.KEYS, () -> index.find(X));
        assertCorrupt(LmdbLayout.KEYS, () -> index.forEachKey((location, key) -> {}));
      }
    }
  }

  @Test
  void positionOfAnotherLengthOrBelowZeroIsDamage() throws IOException {
    SampleLocation location = new SampleLocation(0, 0);
    byte[] key = LmdbLayout.location(0, 0);
    put(LmdbLayout.POSITIONS, key, longs(1, 2, 3));
    try (SampleIndex index = open()) {
      assertEquals(Optional.of(new RecordPosition(1, 2, 3)), index.position(location));
    }
    for (byte[] position :
        List.of(new byte[23], longs(-1, 2, 3), longs(1, -2, 3), longs(1, 2, -3))) {
      put(LmdbLayout.POSITIONS, key, position);
      try (SampleIndex index = open()) {
        assertCorrupt(LmdbLayout.POSITIONS, () -> index.position(location));
      }
    }
  }

  @Test
  void labelWithMoreSamplesThanItsChunksIsDamage() throws IOException {
    put(LmdbLayout.LABELS, LabelOrder.bytes(5), longs(3));
    try (SampleIndex index = open()) {
      assertEquals(List.of(0L, 1L), List.of(index.samples(5, 0, 2)[0], index.samples(5, 1, 1)[0]));
      assertCorrupt(LmdbLayout.LABEL_SAMPLES, () -> index.samples(5, 0, 3));
      assertCorrupt(LmdbLayout.LABEL_SAMPLES, () -> index.samples(5, 2, 1));
      assertThrows(IllegalArgumentException.class, () -> index.samples(5, -1, 1));
      assertThrows(IllegalArgumentException.class, () -> index.samples(5, 0, -1));
    }
    put(LmdbLayout.LABELS, LabelOrder.bytes(9), longs(1));
    put(LmdbLayout.LABELS, LabelOrder.bytes(7), new byte[3]);
    try (SampleIndex index = open()) {
      assertCorrupt(LmdbLayout.LABEL_SAMPLES, () -> index.samples(9, 0, 1));
      assertCorrupt(LmdbLayout.LABELS, () -> index.labelCount(7));
      assertCorrupt(LmdbLayout.LABELS, () -> index.forEachLabel((label, samples) -> {}));
    }
  }

  @Test
  void sidecarWithAnyOtherByteIsOfAnotherIndexOrOfNone() throws IOException {
    Path file = folder.resolve(IndexDirectory.SIDECAR_NAME);
    byte[] whole = Files.readAllBytes(file);
    assertEquals(Optional.empty(), IndexDirectory.check(folder, SHARDS));
    for (int i = 0; i < whole.length; i++) {
      byte[] changed = whole.clone();
      changed[i] ^= 1;
      Files.write(file, changed);
      assertTrue(IndexDirectory.check(folder, SHARDS).isPresent(), "byte " + i);
      Files.write(file, Arrays.copyOf(whole, i));
      assertUnusable(IndexFinding.Problem.SIDECAR_DAMAGED);
    }
    String text = new String(whole, StandardCharsets.US_ASCII);
    for (String other :
        List.of(
            text + "\n",
            text.replace("generation 3", "generation 03"),
            text.replace("generation 3", "generation 9999999999999999999"),
            text.replace("sha256 ", "sha256 0"))) {
      Files.writeString(file, other);
      assertUnusable(IndexFinding.Problem.SIDECAR_DAMAGED);
    }
  }

  @Test
  void indexOfAnotherSizeOrThatIsNoFileIsNotOpened() throws IOException {
    Path file = folder.resolve(IndexDirectory.FILE_NAME);
    Files.write(file, new byte[1], StandardOpenOption.APPEND);
    assertUnusable(IndexFinding.Problem.SIZE_MISMATCH);
    Files.delete(file);
    assertUnusable(IndexFinding.Problem.MISSING);
    Files.createDirectory(file);
    assertUnusable(IndexFinding.Problem.NOT_A_FILE);
  }

  private void assertUnusable(IndexFinding.Problem problem) {
    assertEquals(
        Optional.of(problem), IndexDirectory.check(folder, SHARDS).map(IndexFinding::problem));
  }

  @Test
  void layoutOfAnotherVersionOrWithoutItsTablesIsNotUsed() throws IOException {
    byte[] meta = new byte[LmdbLayout.META_LENGTH];
    put(LmdbLayout.META, LmdbLayout.metaKey(), meta);
    assertUnusable(IndexFinding.Problem.INCOMPATIBLE);
    put(LmdbLayout.META, LmdbLayout.metaKey(), new byte[3]);
    assertUnusable(IndexFinding.Problem.INCOMPATIBLE);
    build();
    put(LmdbLayout.META, LmdbLayout.shardsKey(), new byte[5]);
    assertUnusable(IndexFinding.Problem.INCOMPATIBLE);
    build();
    put(LmdbLayout.META, LmdbLayout.shardsKey(), new byte[0]);
    assertUnusable(IndexFinding.Problem.OTHER_SHARDS);
  }
}
