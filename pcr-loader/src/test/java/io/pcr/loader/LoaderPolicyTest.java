package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.FidelityStage;
import io.pcr.loader.policy.GradientCosines;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.policy.Rates;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.PolicyState;
import io.pcr.loader.state.StateMismatchException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Batches have the fidelity that a policy decides, and the order that they have without one. */
class LoaderPolicyTest extends LoaderFixture {
  private static final int BATCHES = 5;
  private static final int EPOCHS = 4;

  private static List<Fidelity> fidelities(int... groups) {
    List<Fidelity> list = new ArrayList<>();
    for (int group : groups) {
      list.add(Fidelity.atMost(group));
    }
    return list;
  }

  /** Cosines that differ from place to place, as a file has them. */
  private static byte[] recorded(boolean improved) {
    Random random = new Random(3);
    StringBuilder rows = new StringBuilder("epoch,batch,fidelity,probe,cosine\n");
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      for (int batch : improved ? new int[] {0, 1, 4} : new int[] {0}) {
        double base = .7 + .2 * random.nextDouble();
        for (int fidelity = 1; fidelity <= 3; fidelity++) {
          for (int probe = 0; probe < (improved ? 8 : 1); probe++) {
            double cosine = base + .03 * fidelity + .01 * random.nextDouble();
            rows.append(epoch).append(',').append(batch).append(',').append(fidelity);
            rows.append(',').append(probe);
            rows.append(String.format(Locale.ROOT, ",%.6f%n", cosine));
          }
        }
      }
    }
    return rows.toString().replace("\r", "").getBytes(StandardCharsets.US_ASCII);
  }

  /** Rates that a function gives to all ranks alike, by how often it was asked. */
  private static FidelityPolicy fed() {
    int[] asked = new int[1];
    return FidelityPolicy.fed(
        fidelities(1, 2, 64),
        2,
        own -> asked[0]++ % 3 == 0 ? new Rates(100, 60, 90, 5) : new Rates(100, 0, 5, 5));
  }

  private static List<Supplier<FidelityPolicy>> policies() {
    return List.of(
        () -> FidelityPolicy.fixed(Fidelity.atMost(2)),
        () ->
            FidelityPolicy.schedule(
                List.of(
                    new FidelityStage(Fidelity.atMost(1), 1),
                    new FidelityStage(Fidelity.atMost(3), 2)),
                Fidelity.FULL),
        () -> FidelityPolicy.recordedPaper(recorded(false)),
        () -> FidelityPolicy.recordedImproved(recorded(true)),
        LoaderPolicyTest::fed,
        Alternating::new);
  }

  /** A policy of a program's own: two fidelities by turns, known as far ahead as anybody plans. */
  private record Alternating() implements FidelityPolicy {
    @Override
    public Optional<String> name() {
      return Optional.of("alternating");
    }

    @Override
    public Fidelity highest() {
      return Fidelity.FULL;
    }

    @Override
    public PolicyRun begin(Optional<PolicyState> saved, long batches) {
      return new PolicyRun() {
        @Override
        public OptionalInt fidelity(BatchPlace next, BatchPlace of) {
          return OptionalInt.of(of.absolute() % 2 == 0 ? 1 : 64);
        }

        @Override
        public boolean isDue(BatchPlace next) {
          return false;
        }

        @Override
        public String decide(DecisionPoint point) {
          throw new AssertionError("no decision is due");
        }

        @Override
        public void given() {}

        @Override
        public Map<String, Long> members() {
          return Map.of();
        }
      };
    }
  }

  @Test
  void eachSampleComesOnceAnEpochInTheSameOrderWhateverThePolicyDoes() throws IOException {
    List<List<String>> expected = null;
    Set<Fidelity> seen = new HashSet<>();
    for (Supplier<FidelityPolicy> policy : policies()) {
      List<List<String>> found = new ArrayList<>();
      LoaderOptions options = options().policy(policy.get()).build();
      try (Loader loader = Loader.open(dataset, options)) {
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
          Set<String> keys = new HashSet<>();
          for (int i = 0; i < BATCHES; i++) {
            Batch batch = loader.next();
            found.add(keys(batch));
            keys.addAll(keys(batch));
            seen.add(batch.fidelity());
          }
          assertEquals(SAMPLES, keys.size());
        }
      }
      expected = expected == null ? found : expected;
      assertEquals(expected, found);
    }
    assertTrue(seen.size() >= 4, () -> "only " + seen);
  }

  @Test
  void theImagesOfABatchAreThoseOfItsFidelity() throws IOException {
    List<List<byte[]>> fixed = new ArrayList<>();
    for (Fidelity fidelity : fidelities(1, 2, 3, 64)) {
      fixed.add(pixels(FidelityPolicy.fixed(fidelity)));
    }
    assertFalse(Arrays.equals(fixed.get(0).get(0), fixed.get(3).get(0)));
    for (Supplier<FidelityPolicy> policy : policies()) {
      List<Fidelity> decided = new ArrayList<>();
      List<byte[]> found = pixels(policy.get(), decided);
      for (int i = 0; i < found.size(); i++) {
        Fidelity fidelity = decided.get(i);
        int place = fidelity.isFull() ? 3 : fidelity.groupIn(64) - 1;
        assertArrayEquals(fixed.get(place).get(i), found.get(i), "batch " + i + " " + fidelity);
      }
    }
  }

  private List<byte[]> pixels(FidelityPolicy policy) throws IOException {
    return pixels(policy, new ArrayList<>());
  }

  private List<byte[]> pixels(FidelityPolicy policy, List<Fidelity> decided) throws IOException {
    List<byte[]> all = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options().policy(policy).build())) {
      for (int i = 0; i < EPOCHS * BATCHES; i++) {
        Batch batch = loader.next();
        all.add(bytes(batch));
        decided.add(batch.fidelity());
      }
    }
    return all;
  }

  private static byte[] bytes(Batch batch) {
    ByteBuffer pixels = batch.pixels();
    byte[] bytes = new byte[pixels.remaining()];
    pixels.get(bytes);
    return bytes;
  }

  @Test
  void aRunThatGoesOnAnywhereAndOnAnyRanksTakesTheSameDecisions() throws IOException {
    for (Supplier<FidelityPolicy> policy : policies().subList(1, 4)) {
      List<Fidelity> expected = new ArrayList<>();
      pixels(policy.get(), expected);
      Random random = new Random(7);
      for (int attempt = 0; attempt < 4; attempt++) {
        List<Fidelity> found = new ArrayList<>();
        String state = null;
        while (found.size() < expected.size()) {
          int ranks = List.of(1, 2, 3, 6).get(random.nextInt(4));
          int steps = Math.min(1 + random.nextInt(7), expected.size() - found.size());
          Set<String> states = new HashSet<>();
          Set<List<Fidelity>> ofRanks = new HashSet<>();
          for (int rank = 0; rank < ranks; rank++) {
            LoaderOptions options = options().rank(rank, ranks).policy(policy.get()).build();
            List<Fidelity> mine = new ArrayList<>();
            try (Loader loader = open(options, state)) {
              for (int i = 0; i < steps; i++) {
                mine.add(loader.next().fidelity());
              }
              states.add(loader.state().toJson());
            }
            ofRanks.add(mine);
          }
          assertEquals(1, states.size(), states::toString);
          assertEquals(1, ofRanks.size(), ofRanks::toString);
          state = states.iterator().next();
          assertTrue(state.length() <= 1000, state);
          found.addAll(ofRanks.iterator().next());
        }
        assertEquals(expected, found);
      }
    }
  }

  private Loader open(LoaderOptions options, String state) throws IOException {
    List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
    return state == null
        ? Loader.open(parts, options)
        : Loader.open(parts, options, LoaderState.parse(state));
  }

  /** The rates of a run that goes on are its own, but what was decided before holds. */
  @Test
  void aFedRunThatGoesOnBeginsWithWhatWasDecided() throws IOException {
    LoaderState state;
    Fidelity fidelity;
    try (Loader loader = Loader.open(dataset, options().policy(fed()).build())) {
      for (int i = 0; i < 9; i++) {
        loader.next();
      }
      state = loader.state();
      fidelity = loader.next().fidelity();
    }
    assertFalse(fidelity.isFull(), "the caller waited");
    List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
    try (Loader loader = Loader.open(parts, options().policy(fed()).build(), state)) {
      assertEquals(fidelity, loader.next().fidelity());
    }
  }

  @Test
  void aStateOfAnotherPolicyIsRejectedWithBothNames() throws IOException {
    LoaderState state;
    LoaderOptions recorded =
        options().policy(FidelityPolicy.recordedPaper(recorded(false))).build();
    try (Loader loader = Loader.open(dataset, recorded)) {
      loader.next();
      state = loader.state();
    }
    List<LoaderPart> parts = List.of(LoaderPart.of(dataset));
    StateMismatchException e =
        assertThrows(
            StateMismatchException.class,
            () -> Loader.open(parts, options().build(), state).close());
    assertEquals("policy", e.what());
    assertTrue(e.getMessage().matches("the state has policy recorded:paper:[0-9a-f]{16}, .*fixed"));
  }

  @Test
  void whatNobodyPassesIsFullAndSaidSo() throws IOException {
    FidelityPolicy policy =
        FidelityPolicy.paper(fidelities(1, 2), 0, 1, probe -> new double[][] {{.5}, {.8}});
    try (Loader loader = Loader.open(dataset, options().policy(policy).build())) {
      assertTrue(loader.lastDecision().isEmpty());
      assertTrue(loader.next().fidelity().isFull());
      String reason = loader.lastDecision().orElseThrow().reason();
      assertTrue(reason.contains("no candidate is close enough"), reason);
    }
  }

  @Test
  void aProbeGivesTheSameImagesAtEachFidelityAndMovesNothing() throws IOException {
    try (Loader loader = Loader.open(dataset, options().build())) {
      loader.next();
      LoaderState before = loader.state();
      List<List<String>> keys = new ArrayList<>();
      List<byte[]> pixels = new ArrayList<>();
      for (Fidelity fidelity : List.of(Fidelity.FULL, Fidelity.atMost(1), Fidelity.FULL)) {
        try (Loader probe = loader.probe(3, fidelity)) {
          List<String> now = new ArrayList<>();
          for (int i = 0; i < 3; i++) {
            Batch batch = probe.next();
            now.addAll(keys(batch));
            if (i == 0) {
              pixels.add(bytes(batch));
            }
          }
          keys.add(now);
          assertThrows(NoSuchElementException.class, probe::next);
        }
      }
      assertEquals(keys.get(0), keys.get(1));
      assertEquals(keys.get(0), keys.get(2));
      assertArrayEquals(pixels.get(0), pixels.get(2));
      assertFalse(Arrays.equals(pixels.get(0), pixels.get(1)));
      assertEquals(before, loader.state());
    }
  }

  /** A decision asks for other images each time where the policy is the improved one. */
  @Test
  void theImprovedPolicyProbesOtherImagesEachTime() throws IOException {
    for (boolean improved : new boolean[] {false, true}) {
      Set<List<String>> draws = new HashSet<>();
      List<Fidelity> asked = new ArrayList<>();
      int count = improved ? 10 : 1;
      GradientCosines cosines =
          probe -> {
            try (Loader batches = probe.open(Fidelity.FULL)) {
              draws.add(keys(batches.next()));
            }
            asked.addAll(probe.candidates());
            return new double[][] {new double[count]};
          };
      FidelityPolicy policy =
          improved
              ? FidelityPolicy.improved(fidelities(2), 0, 1, 2, cosines)
              : FidelityPolicy.paper(fidelities(2), 1, 1, cosines);
      try (Loader loader = Loader.open(dataset, options().policy(policy).build())) {
        for (int i = 0; i < EPOCHS * BATCHES; i++) {
          loader.next();
        }
      }
      assertEquals(improved ? 8 : 1, draws.size());
      assertEquals(improved ? 8 : 3, asked.size());
    }
  }

  @Test
  void aDecisionThatFailsCanBeTakenAgain() throws IOException {
    boolean[] fails = {true};
    FidelityPolicy policy =
        FidelityPolicy.paper(
            fidelities(2),
            0,
            1,
            probe -> {
              if (fails[0]) {
                throw new IOException("no gradient");
              }
              return new double[][] {{1}};
            });
    try (Loader loader = Loader.open(dataset, options().policy(policy).build())) {
      assertThrows(IOException.class, loader::next);
      assertEquals(0, loader.state().position());
      fails[0] = false;
      assertEquals(Fidelity.atMost(2), loader.next().fidelity());
    }
  }

  @Test
  void aLoaderIsClosedWhileItWaitsForADecision() throws IOException {
    FidelityPolicy policy =
        FidelityPolicy.paper(fidelities(2), 0, 1, probe -> new double[][] {{1}});
    Loader loader = Loader.open(dataset, options().policy(policy).build());
    loader.close();
    assertEquals(List.of(), loaderThreads());
  }

  @Test
  void memoryIsCountedForTheHighestFidelity() throws IOException {
    long most = 3L * 12 * SHAPE.bytes() + 1;
    FidelityPolicy policy =
        FidelityPolicy.schedule(
            List.of(new FidelityStage(Fidelity.atMost(1), 1000)), Fidelity.FULL);
    assertEquals(
        message(options().memory(most).build()),
        message(options().memory(most).policy(policy).build()));
  }

  private String message(LoaderOptions options) {
    return assertThrows(IllegalArgumentException.class, () -> Loader.open(dataset, options).close())
        .getMessage();
  }
}
