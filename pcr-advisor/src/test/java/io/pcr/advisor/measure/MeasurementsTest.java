package io.pcr.advisor.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.model.Machine;
import io.pcr.advisor.model.Place;
import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.http.FolderServer;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementsTest {
  private static final int READERS = 3;

  /** A connection, the small ranges, the large ones, and one of each reader. */
  private static final int FEWEST_RANGES = 3 + READERS;

  @TempDir private Path folder;
  private Path dataset;

  /** So much that everything is done as often as it is done at all, or nothing twice. */
  private static TimeLimit over() {
    return TimeLimit.of(Duration.ofHours(1), () -> true);
  }

  @BeforeEach
  void make() throws IOException {
    dataset = TestDataset.small(folder.resolve("data"));
  }

  @Test
  void placeIsAskedOnceForEachFigureWhenTheTimeIsOver() throws Exception {
    // A file's first 64 KiB are read when it is opened, and not asked for again.
    new TestDataset().size(1600, 1200).shard("1", "2", "3").write(folder.resolve("large"));
    try (FolderServer server = FolderServer.start(folder);
        PcrDataset remote = PcrDataset.open(server.uri("large"))) {
      server.clear();
      List<String> notices = new ArrayList<>();
      Place place = PlaceMeasurement.measure(remote.files(), READERS, 7, over(), notices::add);
      int ranges = server.requests().size();
      int most = FEWEST_RANGES + remote.shards().size(); // Each file is asked for its length.
      assertTrue(ranges >= FEWEST_RANGES && ranges <= most, server.requests().toString());
      assertTrue(place.latency() > 0 && place.bandwidth() > 0, place.toString());
      assertTrue(place.isCold());
      assertEquals(List.of(), notices);
    }
  }

  @Test
  void decodingIsMeasuredAtEachFidelityOnTheSameImages() throws Exception {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      List<Fidelity> fidelities = List.of(Fidelity.atMost(1), Fidelity.FULL);
      Transform transform = LoaderOptions.builder().build().transform();
      AtomicLong asked = new AtomicLong();
      TimeLimit time = TimeLimit.of(Duration.ofHours(1), () -> asked.incrementAndGet() > 1);
      Map<Fidelity, Spread> costs =
          DecodeMeasurement.measure(
              opened, fidelities, transform, Reconstruction.PLAIN, 1, 3, time);
      assertEquals(2, costs.size());
      long count = costs.get(Fidelity.FULL).count();
      assertTrue(count > 0);
      assertEquals(count, costs.get(fidelities.get(0)).count());
      assertTrue(costs.get(Fidelity.FULL).mean() > 0);
      Map<Fidelity, Spread> none =
          DecodeMeasurement.measure(
              opened, fidelities, new Transform.Files(), Reconstruction.PLAIN, 1, 3, time);
      assertEquals(Spread.NOTHING, none.get(Fidelity.FULL));
    }
  }

  @Test
  void loaderIsAskedForNothingWhenTheTimeIsOver() throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      LoaderOptions options = LoaderOptions.builder().batch(1).build();
      assertEquals(0, LoaderMeasurement.run(opened, options, 1, over()).images());
    }
  }

  @Test
  void loaderGivesItsFirstBatchesAndThenThoseThatAreCounted() throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      LoaderOptions options = LoaderOptions.builder().batch(1).build();
      TimeLimit time = TimeLimit.of(Duration.ofMinutes(5), () -> false);
      LoaderMeasurement run = LoaderMeasurement.run(opened, options, 1e-9, time);
      assertEquals(8, run.images());
      assertTrue(run.rate() > 0 && run.seconds() > 0);
    }
  }

  @Test
  void machineHasNoMoreCoresThanProcessors() throws Exception {
    Machine machine = MachineMeasurement.measure(.01);
    assertTrue(machine.freeCores() > 0 && machine.freeCores() <= machine.processors());
    assertTrue(machine.freeMemory() > 0);
  }

  @Test
  void partOfALimitEndsNoLaterThanTheWhole() {
    AtomicLong now = new AtomicLong();
    TimeLimit whole = TimeLimit.of(Duration.ofSeconds(10), () -> false, now::get);
    assertEquals(2, whole.share(.2, 5).secondsLeft(), 1e-9);
    assertEquals(1, whole.share(.2, 1).secondsLeft(), 1e-9);
    TimeLimit part = whole.atMost(100);
    now.set(Duration.ofSeconds(10).toNanos());
    assertTrue(whole.isOver() && part.isOver());
    assertEquals(0, part.secondsLeft());
  }

  @Property
  void spreadHasItsMeanBetweenItsEnds(
      @ForAll @Size(min = 1, max = 50) List<@DoubleRange(min = 0, max = 10) Double> values) {
    double[] array = values.stream().mapToDouble(Double::doubleValue).toArray();
    Spread spread = Spread.of(array);
    long below = values.stream().filter(value -> value < spread.p10()).count();
    long above = values.stream().filter(value -> value > spread.p90()).count();
    assertTrue(10 * below <= values.size() && 10 * above <= values.size());
    assertEquals(values.size(), spread.count());
    double sum = values.stream().mapToDouble(Double::doubleValue).sum();
    assertEquals(sum, spread.mean() * values.size(), 1e-9);
  }
}
