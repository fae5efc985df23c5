package io.pcr.loader.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  @Test
  void timeInWhichTheMemoryWasFullIsCounted() throws InterruptedException {
    Counters counters = new Counters();
    MemoryBudget budget = new MemoryBudget(100, counters);
    budget.head(0);
    assertTrue(budget.reserve(60, 5));
    assertTrue(budget.reserve(60, 0), "the batch that the caller waits for never waits");
    assertEquals(0, counters.memoryNanos());
    Thread waiting =
        new Thread(
            () -> {
              try {
                budget.reserve(60, 6);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    waiting.start();
    while (waiting.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    budget.release(120);
    waiting.join();
    assertTrue(counters.memoryNanos() > 0);
    assertEquals(120, budget.most());
  }
}
