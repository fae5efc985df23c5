package io.pcr.conformance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.conformance.CommandRun;
import io.pcr.reader.http.FolderServer;
import io.pcr.tools.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many requests each command that reads sends to a server. All are counted for a dataset of two
 * shards and for one of five, so that what is asked once and what is asked of each shard are told
 * apart.
 */
class RequestCountsTest {
  private static final int PER_SHARD = 3;
  private static final List<Integer> SHARDS = List.of(2, 5);

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws IOException {
    for (String variant : List.of("pcr", "liquid", "tfrecord")) {
      for (int shards : SHARDS) {
        Path images = Files.createDirectories(folder.resolve("images-" + shards + "/rose"));
        for (int i = 0; i < shards * PER_SHARD; i++) {
          Files.write(images.resolve(i + ".jpg"), JpegFixtures.baseline(i, 60, 50));
        }
        List<String> words =
            new ArrayList<>(
                List.of(
                    "convert",
                    images.getParent().toString(),
                    folder.resolve(variant + shards).toString(),
                    "--variant=" + variant,
                    "--order=source",
                    "--shard-samples=" + PER_SHARD));
        if (variant.equals("liquid")) {
          words.add("--mix=jpeg:1,png:1,bmp:1");
        }
        CommandRun run = CommandRun.of(words.toArray());
        assertEquals(ExitCode.OK, run.status(), run.err());
      }
    }
  }

  /**
   * What a command costs.
   *
   * @param manifest requests of {@code manifest.pcrm}
   * @param others of generations and of the index of keys
   * @param perShard of each shard that the command looks at
   */
  private record Cost(int manifest, int others, int perShard) {}

  /** The manifest, once. */
  private static Cost once(int perShard) {
    return new Cost(1, 0, perShard);
  }

  /** The manifest, and a look whether there is a newer generation. */
  private static Cost newest(int perShard) {
    return new Cost(1, 1, perShard);
  }

  /**
   * All that is checked: the manifest and its generation, each once to be used and once to be
   * compared byte for byte, a page of the index of keys, and all bytes of each shard.
   */
  private static Cost all() {
    return new Cost(2, 3, 1);
  }

  private static Stream<Arguments> costs() {
    return Stream.of(
        // A shard's head and metadata are one request; a prefix is another, or the only one.
        Arguments.of("pcr", "inspect URI", once(1)),
        Arguments.of("pcr", "inspect URI --json", once(1)),
        Arguments.of("pcr", "verify URI", all()),
        Arguments.of("pcr", "verify URI --deep", all()),
        Arguments.of("pcr", "restore URI OUT", newest(2)),
        Arguments.of("pcr", "restore URI OUT --only=rose/1.jpg", newest(2)),
        Arguments.of("pcr", "extract URI OUT", once(1)),
        Arguments.of("pcr", "extract URI OUT --fidelity=1", once(1)),
        Arguments.of("pcr", "extract URI OUT.tar --to=tar", once(1)),
        Arguments.of("liquid", "inspect URI", once(1)),
        Arguments.of("liquid", "inspect URI --html=OUT", once(5)),
        Arguments.of("liquid", "verify URI --deep", all()),
        Arguments.of("liquid", "restore URI OUT", newest(2)),
        Arguments.of("liquid", "extract URI OUT", once(1)),
        // Only its records say what is in a TFRecord file.
        Arguments.of("tfrecord", "inspect URI", once(0)),
        Arguments.of("tfrecord", "inspect URI --html=OUT", once(1)),
        Arguments.of("tfrecord", "verify URI --deep", all()),
        Arguments.of("tfrecord", "restore URI OUT", newest(3)),
        Arguments.of("tfrecord", "extract URI OUT", once(2)),
        Arguments.of("tfrecord", "load URI --batch=2 --transform=resize:32", once(1)));
  }

  @ParameterizedTest
  @MethodSource("costs")
  void manifestAndShardsAreAskedForAsOftenAsNeeded(String variant, String words, Cost cost)
      throws IOException {
    for (int shards : SHARDS) {
      List<String> requests = requests(variant, shards, words);
      assertEquals(cost.manifest(), count(requests, "manifest.pcrm "), requests::toString);
      assertEquals(shards * cost.perShard(), count(requests, "part-"), requests::toString);
      int all = cost.manifest() + cost.others() + shards * cost.perShard();
      assertEquals(all, requests.size(), requests::toString);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid", "tfrecord"})
  void oneSampleOfManyShardsIsInOneOfThem(String variant) throws IOException {
    for (int shards : SHARDS) {
      List<String> requests = requests(variant, shards, "inspect URI --sample=rose/1.jpg");
      assertEquals(1, count(requests, "manifest.pcrm "), requests::toString);
      assertEquals(2, requests.size(), requests::toString);
    }
  }

  /** Pictures and measurements read slices one by one: so many at the most for each image. */
  @ParameterizedTest
  @CsvSource({
    "inspect URI --html=OUT, 60",
    "quality URI --images=2, 10",
    "load URI --batch=2 --transform=resize:32, 3"
  })
  void slicesOfSamplesAreFewRequestsEach(String words, int most) throws IOException {
    for (int shards : SHARDS) {
      List<String> requests = requests("pcr", shards, words);
      assertEquals(1, count(requests, "manifest.pcrm "), requests::toString);
      int samples = shards * PER_SHARD;
      assertTrue(requests.size() <= 1 + shards + most * samples, requests::toString);
    }
  }

  private static int count(List<String> requests, String start) {
    return (int) requests.stream().filter(request -> request.startsWith(start)).count();
  }

  /** The requests of a command that reads all it wants. */
  private static List<String> requests(String variant, int shards, String words)
      throws IOException {
    try (FolderServer server = FolderServer.start(folder.resolve(variant + shards))) {
      Path out = Files.createTempDirectory(folder, "out").resolve("x");
      String line = words.replace("URI", server.uri().toString()).replace("OUT", out.toString());
      CommandRun run = CommandRun.of((Object[]) line.split(" ", -1));
      assertEquals(ExitCode.OK, run.status(), run.out() + run.err());
      return server.requests();
    }
  }
}
