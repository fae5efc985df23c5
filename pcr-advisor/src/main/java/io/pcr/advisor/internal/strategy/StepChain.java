package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.util.List;
import java.util.random.RandomGenerator;

/** Some steps one after the other, for one thread, which closes it. */
final class StepChain implements AutoCloseable {
  private final List<Step.Work> works;
  private final Picture[] between;
  private final RandomGenerator random;

  StepChain(List<Step> steps, RandomGenerator random) {
    this.works = steps.stream().map(Step::start).toList();
    this.between = new Picture[] {new Picture(), new Picture()};
    this.random = random;
  }

  /** What the steps make of a picture; valid until the next call. */
  Picture apply(Picture picture) throws IOException {
    Picture now = picture;
    int next = 0;
    for (Step.Work work : works) {
      work.apply(now, between[next], random);
      now = between[next];
      next = 1 - next;
    }
    return now;
  }

  @Override
  public void close() {
    works.forEach(Step.Work::close);
  }
}
