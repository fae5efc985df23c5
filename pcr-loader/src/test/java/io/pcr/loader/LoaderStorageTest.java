package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.source.FaultySource;
import io.pcr.format.source.FaultySource.Fault;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.testkit.FaultyFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Storage that fails at each of its operations in turn. */
class LoaderStorageTest extends LoaderFixture {
  /** The samples of an epoch, where nothing fails. */
  private List<String> epoch(PcrDataset of) throws IOException {
    List<String> keys = new ArrayList<>();
    try (Loader loader = Loader.open(of, options().onDamage(OnDamage.SKIP).build())) {
      for (long batch = 0; batch < loader.batches(); batch++) {
        keys.addAll(keys(loader.next()));
      }
      assertEquals(0, loader.statistics().samplesReplaced(), "a failure was taken for damage");
    }
    return keys;
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"EXCEPTION", "EXCEPTION_AFTER_HALF"})
  void failureOfTheStorageEndsTheRunOrCostsNothing(Fault fault) throws IOException {
    List<String> all = epoch(dataset);
    int failed = 0;
    boolean wasReached = true;
    for (int operation = 1; wasReached; operation++) {
      FaultySource.Run run = new FaultySource.Run(operation, fault);
      try (PcrDataset faulty =
          PcrDataset.open(FaultyFolder.of(shared.resolve("data"), run), ReaderOptions.DEFAULT)) {
        assertEquals(all, epoch(faulty));
      } catch (IOException e) {
        failed++;
        assertFalse(e.getMessage().isEmpty(), e.toString());
      }
      wasReached = run.wasReached();
      assertEquals(0, run.open(), "files are left open after operation " + operation);
      assertEquals(List.of(), loaderThreads());
    }
    assertTrue(failed > SHARDS.length, failed + " operations failed");
  }
}
