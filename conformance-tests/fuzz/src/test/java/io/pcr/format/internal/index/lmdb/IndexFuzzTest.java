package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.index.ListedShards;
import io.pcr.fuzz.FuzzRead;
import io.pcr.fuzz.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The sidecar of an index, which alone says whether LMDB may see the index at all. */
class IndexFuzzTest {
  private static final ListedShards SHARDS = new ListedShards().shard("a.pcr", List.of("x", "y"));

  @TempDir static Path folder;
  private static byte[] sidecar;

  @BeforeAll
  static void build() throws IOException {
    IndexDirectory.rebuild(folder, SHARDS);
    sidecar = Files.readAllBytes(folder.resolve(IndexDirectory.SIDECAR_NAME));
  }

  static Stream<Arguments> seeds() {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> known = files.filter(file -> file.endsWith(IndexDirectory.SIDECAR_NAME)).toList();
      return Stream.of(Seeds.seed("whole", Files.readAllBytes(known.get(0))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @MethodSource("seeds")
  @FuzzTest
  void index(byte[] bytes) throws IOException {
    Optional<IndexSidecar> decoded = IndexSidecar.decode(bytes);
    decoded.ifPresent(found -> assertArrayEquals(bytes, found.encode()));
    Files.write(folder.resolve(IndexDirectory.SIDECAR_NAME), bytes);
    FuzzRead.refuses(
        () -> {
          Optional<IndexFinding> finding = IndexDirectory.check(folder, SHARDS);
          assertEquals(Arrays.equals(bytes, sidecar), finding.isEmpty());
        });
  }
}
