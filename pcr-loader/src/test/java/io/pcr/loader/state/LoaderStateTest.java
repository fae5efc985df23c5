package io.pcr.loader.state;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.OrderOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LoaderStateTest {
  private static final UUID DATASET = UUID.fromString("f3a1c2d4-0f2b-4c3d-9e8f-001122334455");
  private static final String HASH = "00112233445566778899aabbccddeeff";

  @Property(tries = 500)
  void whatIsWrittenIsReadBack(@ForAll("states") LoaderState state) {
    assertEquals(state, LoaderState.parse(state.toJson()));
  }

  @Test
  void aStateOfALargeRunHasThreeHundredBytesAndAHundredAndFiftyForEachFurtherPart() {
    for (int parts : new int[] {1, 2, 10}) {
      List<PartId> ids = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        ids.add(new PartId(DATASET, 9_99_999, HASH, parts == 1 ? 1 : 1000));
      }
      LoaderState state =
          new LoaderState(
              OrderOptions.lanes(4096, 1_000_000),
              Long.MIN_VALUE,
              9_999,
              10_000_000_000L / 10_000_000 * 10_000_000,
              10_000_000,
              Remainder.SHORT,
              parts == 1 ? 0 : 1_000_000,
              ids,
              Optional.empty());
      int bytes = state.toJson().getBytes(StandardCharsets.UTF_8).length;
      assertTrue(bytes <= 300 + 150 * (parts - 1), bytes + " bytes for " + parts + " parts");
    }
  }

  @Test
  void aStateOfAnotherRunIsRejectedWithBothValues() {
    LoaderState state = state(OrderOptions.lanes(4, 9), 1, 256, 256, Remainder.DROP, HASH, 3);
    mismatch("the state has seed 1, the run has 2", state, with(state, 2, HASH, 3));
    mismatch("the state has view " + HASH + ", the run has all", state, with(state, 1, "all", 3));
    mismatch("the state has generation 3, the run has 4", state, with(state, 1, HASH, 4));
    mismatch(
        "the state has batch 256, the run has 128",
        state,
        state(OrderOptions.lanes(4, 9), 1, 0, 128, Remainder.DROP, HASH, 3));
    mismatch(
        "the state has lanes 4, the run has 8",
        state,
        state(OrderOptions.lanes(8, 9), 1, 0, 256, Remainder.DROP, HASH, 3));
    mismatch(
        "the state has window 9, the run has 10",
        state,
        state(OrderOptions.lanes(4, 10), 1, 0, 256, Remainder.DROP, HASH, 3));
    mismatch(
        "the state has order lanes, the run has global",
        state,
        state(OrderOptions.GLOBAL, 1, 0, 256, Remainder.DROP, HASH, 3));
    mismatch(
        "the state has remainder drop, the run has pad",
        state,
        state(OrderOptions.lanes(4, 9), 1, 0, 256, Remainder.PAD, HASH, 3));
  }

  @Test
  void batchAndOrderMayChangeWhereAnEpochBegins() {
    LoaderState begun = state(OrderOptions.lanes(4, 9), 1, 0, 256, Remainder.DROP, HASH, 3);
    LoaderState run = state(OrderOptions.GLOBAL, 1, 0, 100, Remainder.PAD, HASH, 3);
    assertDoesNotThrow(() -> begun.requireFits(run));
    mismatch("the state has seed 1, the run has 2", begun, with(begun, 2, HASH, 3));
  }

  @Test
  void nothingMayChangeInAMixAsItsPartsAreWithinEpochs() {
    LoaderState begun = mix(OrderOptions.lanes(4, 9), 256, 10);
    assertDoesNotThrow(() -> begun.requireFits(mix(OrderOptions.lanes(4, 9), 256, 10)));
    mismatch(
        "the state has batch 256, the run has 128", begun, mix(OrderOptions.lanes(4, 9), 128, 10));
    mismatch(
        "the state has epoch_batches 10, the run has 11",
        begun,
        mix(OrderOptions.lanes(4, 9), 256, 11));
    mismatch(
        "the state has window 9, the run has 8", begun, mix(OrderOptions.lanes(4, 8), 256, 10));
    mismatch(
        "the state has order lanes, the run has global", begun, mix(OrderOptions.GLOBAL, 256, 10));
  }

  private static LoaderState mix(OrderOptions order, int batch, long epochBatches) {
    List<PartId> parts = List.of(new PartId(DATASET, 3, HASH, 1), new PartId(DATASET, 3, "all", 1));
    return new LoaderState(
        order, 1, 5, 0, batch, Remainder.DROP, epochBatches, parts, Optional.empty());
  }

  private static void mismatch(String message, LoaderState state, LoaderState run) {
    assertEquals(
        message,
        assertThrows(StateMismatchException.class, () -> state.requireFits(run)).getMessage());
  }

  private static LoaderState with(LoaderState state, long seed, String view, long generation) {
    return state(state.order(), seed, 0, state.batch(), state.remainder(), view, generation);
  }

  private static LoaderState state(
      OrderOptions order,
      long seed,
      long position,
      int batch,
      Remainder remainder,
      String view,
      long generation) {
    List<PartId> parts = List.of(new PartId(DATASET, generation, view, 1));
    return new LoaderState(order, seed, 5, position, batch, remainder, 0, parts, Optional.empty());
  }

  @Provide
  Arbitrary<LoaderState> states() {
    Arbitrary<PartId> part =
        Combinators.combine(
                Arbitraries.create(UUID::randomUUID),
                Arbitraries.longs().greaterOrEqual(1),
                Arbitraries.of("all", HASH),
                Arbitraries.integers().between(1, 1000))
            .as(PartId::new);
    return Combinators.combine(
            Arbitraries.of(OrderOptions.lanes(3, 7), OrderOptions.GLOBAL, OrderOptions.SEQUENTIAL),
            Arbitraries.longs(),
            Arbitraries.longs().greaterOrEqual(0),
            Arbitraries.integers().between(0, 1 << 20),
            Arbitraries.integers().between(1, 1 << 24),
            Arbitraries.of(Remainder.class),
            part.list().ofMinSize(1).ofMaxSize(4))
        .as(
            (order, seed, epoch, batches, batch, remainder, parts) ->
                new LoaderState(
                    order,
                    seed,
                    epoch,
                    (long) batches * batch,
                    batch,
                    remainder,
                    parts.size() > 1 ? 10 : 0,
                    parts.size() > 1 ? parts : List.of(withoutWeight(parts.get(0))),
                    Optional.of(seed)
                        .filter(number -> number % 2 == 0)
                        .map(number -> new PolicyState("any:" + number, Map.of("left", number)))));
  }

  private static PartId withoutWeight(PartId part) {
    return new PartId(part.dataset(), part.generation(), part.view(), 1);
  }
}
