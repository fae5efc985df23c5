package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.reader.Shard;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cache whose folder cannot be written costs a notice, and neither samples nor the run. */
class FullCacheTest extends LoaderFixture {
  private static final int EPOCHS = 3;

  /** A bound on the length of files stands for a disk that is full at the middle of a shard. */
  @Test
  void aDiskThatIsFullCostsOneNoticeAndNoSample() throws Exception {
    long all = 0;
    for (Shard shard : dataset.shards()) {
      all += shard.prefixLength(Fidelity.FULL);
    }
    List<String> lines = runWithFilesOf(8 << 10, all);
    List<String> notices = lines.stream().filter(line -> line.startsWith("notice ")).toList();
    assertEquals(1, notices.size(), notices.toString());
    assertTrue(
        notices.get(0).startsWith("notice could not write to the prefix cache: "), notices.get(0));
    assertFalse(notices.get(0).contains("Exception"), notices.get(0));
    List<String> keys = lines.stream().filter(line -> line.startsWith("keys ")).toList();
    assertEquals(EPOCHS, keys.size());
    long batches = lines.stream().filter(line -> line.equals("batch")).count();
    assertEquals((long) EPOCHS * SAMPLES / 2, batches);
  }

  /** What a rank of a run says whose process cannot make files of more than some bytes. */
  private List<String> runWithFilesOf(int most, long bytes) throws Exception {
    List<String> command =
        new ArrayList<>(RankProcess.command(shared.resolve("data"), 0, bytes, own, EPOCHS));
    command.add(Integer.toString(most));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      List<String> lines = out.lines().toList();
      assertEquals(0, process.waitFor());
      return lines;
    }
  }

  @Test
  void aFileInPlaceOfTheFolderIsNamed() throws IOException {
    Path file = Files.writeString(own.resolve("cache"), "dear");
    LoaderOptions options = options().cache(LoaderCache.minio(1 << 20, file)).build();
    IOException e = assertThrows(IOException.class, () -> Loader.open(dataset, options).close());
    assertEquals(file + " is a file, and a cache needs a folder of its own", e.getMessage());
    assertEquals("dear", Files.readString(file));
  }
}
