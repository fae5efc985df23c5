package io.pcr.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.measure.LoaderMeasurement;
import io.pcr.advisor.measure.Spread;
import io.pcr.advisor.model.Bound;
import io.pcr.advisor.model.Prediction;
import io.pcr.advisor.model.StoredForm;
import io.pcr.advisor.model.Way;
import io.pcr.format.Fidelity;
import io.pcr.loader.cache.LoaderCache;
import io.pcr.reader.PcrDataset;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChoiceTest {
  @TempDir private Path folder;
  private PcrDataset dataset;
  private TuneSource source;

  @BeforeEach
  void open() throws IOException {
    dataset = PcrDataset.open(TestDataset.small(folder.resolve("data")));
    source = TuneSource.of(dataset);
  }

  @AfterEach
  void close() throws IOException {
    dataset.close();
  }

  private Outcome outcome(int group, double quality, double rate, LoaderCache.Kind cache) {
    Way way =
        new Way(
            StoredForm.PCR,
            Fidelity.atMost(group),
            OptionalDouble.of(quality),
            1000 * group,
            group,
            Spread.NOTHING,
            cache,
            0);
    Prediction predicted = new Prediction(way, Map.of(Bound.DECODE, rate), Bound.DECODE);
    return new Outcome(source, predicted, Optional.empty());
  }

  @RepeatedTest(50)
  void bestIsGoodAndFeedsWhereverOneDoes(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    List<Outcome> all = new ArrayList<>();
    for (int group = 1; group <= 7; group++) {
      LoaderCache.Kind cache = random.nextBoolean() ? LoaderCache.Kind.PAGE : LoaderCache.Kind.NONE;
      all.add(outcome(group, .9 + group * .01, random.nextInt(1, 2000), cache));
    }
    Choice choice = new Choice(OptionalDouble.of(1000), .95);
    Outcome best = choice.ranked(all).get(0);
    assertTrue(choice.isGood(best));
    boolean isAnyGood = all.stream().anyMatch(each -> choice.isGood(each) && choice.feeds(each));
    assertEquals(isAnyGood, choice.feeds(best));
    if (isAnyGood) {
      double highest =
          all.stream()
              .filter(choice::feeds)
              .mapToDouble(each -> each.predicted().way().quality().orElseThrow())
              .max()
              .orElseThrow();
      assertEquals(highest, best.predicted().way().quality().orElseThrow());
    } else {
      double fastest =
          all.stream().filter(choice::isGood).mapToDouble(Outcome::rate).max().orElseThrow();
      assertTrue(best.rate() * 1.03 >= fastest);
    }
  }

  @Test
  void whatWasMeasuredCountsMoreThanWhatWasPredicted() {
    Outcome promised = outcome(2, 1, 1200, LoaderCache.Kind.PAGE);
    Outcome slower = outcome(1, 1, 1100, LoaderCache.Kind.PAGE);
    Outcome ran = promised.ran(new LoaderMeasurement(900, 1, 2, 0));
    Choice choice = new Choice(OptionalDouble.of(1000), .9);
    assertEquals(slower, choice.ranked(List.of(ran, slower)).get(0));
    assertEquals(1 / 3.0, ran.error().orElseThrow(), 1e-9);
  }

  @Test
  void pageCacheIsPassedByOnlyWhereThatIsClearlyFaster() {
    Outcome page = outcome(1, 1, 1000, LoaderCache.Kind.PAGE);
    Outcome little = outcome(1, 1, 1020, LoaderCache.Kind.NONE);
    Outcome much = outcome(1, 1, 1100, LoaderCache.Kind.NONE);
    Choice choice = new Choice(OptionalDouble.empty(), .9);
    assertEquals(page, choice.ranked(List.of(little, page)).get(0));
    assertEquals(much, choice.ranked(List.of(page, much)).get(0));
  }
}
