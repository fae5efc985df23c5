package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.http.Answers;
import io.pcr.reader.http.HttpOptions;
import io.pcr.reader.http.Misbehaviour;
import io.pcr.reader.http.ObjectServer;
import io.pcr.reader.http.ObjectServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A server that does what servers do: the right batches, or an error that names the server. */
class LoaderOverHttpTest extends LoaderFixture {
  private static final ReaderOptions READING =
      ReaderOptions.builder()
          .http(
              HttpOptions.builder()
                  .stallTimeout(Duration.ofMillis(300))
                  .minimumBytesPerSecond(200_000)
                  .backoff(Duration.ofMillis(5), Duration.ofMillis(50))
                  .maxAttempts(2)
                  .build())
          .build();

  private static byte[] content(String name) {
    if (name.equals("elsewhere")) {
      return new byte[1 << 16]; // Where one of them redirects to.
    }
    try {
      return Files.readAllBytes(shared.resolve("data").resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The keys and the pixels of an epoch. */
  private static List<Object> epoch(PcrDataset of) throws IOException {
    List<Object> all = new ArrayList<>();
    try (Loader loader = Loader.open(of, options().build())) {
      for (long batch = 0; batch < loader.batches(); batch++) {
        Batch next = loader.next();
        all.add(keys(next));
        all.add(ByteBuffer.allocate(next.pixels().remaining()).put(next.pixels()).flip());
      }
      assertEquals(0, loader.statistics().samplesReplaced(), "a failure was taken for damage");
    }
    return all;
  }

  /** How many requests there were. */
  private int run(List<Object> expected, IntFunction<Answer> answers, Misbehaviour bad)
      throws IOException {
    try (ObjectServer server = ObjectServer.start(LoaderOverHttpTest::content, answers)) {
      try (PcrDataset remote = PcrDataset.open(server.uri(""), READING)) {
        assertEquals(expected, epoch(remote));
      } catch (IOException e) {
        assertTrue(e.getMessage().contains(server.uri().getAuthority()), bad + ": " + e);
      }
      assertEquals(List.of(), loaderThreads(), bad::toString);
      return server.requests().size();
    }
  }

  // Covers T6
  @ParameterizedTest
  @EnumSource(Misbehaviour.class)
  void misbehaviourEndsInTheRightBatchesOrAnError(Misbehaviour bad) throws IOException {
    List<Object> expected = epoch(dataset);
    int requests = run(expected, number -> Answers.GOOD, bad);
    assertTrue(requests > SHARDS.length, requests + " requests");
    for (int place : new int[] {1, requests / 2, requests - 1}) {
      run(expected, number -> number == place ? bad.answer() : Answers.GOOD, bad);
      run(expected, number -> number >= place ? bad.answer() : Answers.GOOD, bad);
    }
    Programme.T6.passed("the loader, once or for ever from a request on", 6);
  }
}
