package io.pcr.advisor.internal.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class MeasuredChoiceTest {
  /** Choices whose bytes and similarity rise with the level. */
  private static List<MeasuredChoice> choices(List<Integer> steps) {
    List<MeasuredChoice> choices = new ArrayList<>();
    double bytes = 0;
    for (int level = 1; level <= steps.size(); level++) {
      bytes += steps.get(level - 1);
      for (Choice.Family family : List.of(Choice.Family.JPEG, Choice.Family.PCR)) {
        double taken = family == Choice.Family.PCR ? bytes : 2 * bytes;
        double shown = 1 - 1.0 / (1 + level);
        choices.add(new MeasuredChoice(new Choice(family, level), taken, 0, 1, 1, shown));
      }
    }
    return choices;
  }

  @Property
  void theHighestThatFitsFitsAndTheNextDoesNot(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 20) Integer> steps,
      @ForAll @IntRange(min = 0, max = 400) int memory,
      @ForAll @IntRange(min = 1, max = 5) int images) {
    List<MeasuredChoice> choices = choices(steps);
    for (Choice.Family family : Choice.Family.values()) {
      Optional<MeasuredChoice> highest =
          MeasuredChoice.highestThatFits(choices, family, memory, images);
      assertTrue(highest.isEmpty() || highest.get().bytes() * images <= memory);
      int level = highest.map(choice -> choice.choice().level()).orElse(0);
      choices.stream()
          .filter(choice -> choice.choice().family() == family)
          .filter(choice -> choice.choice().level() > level)
          .forEach(choice -> assertTrue(choice.bytes() * images > memory));
    }
  }

  @Property
  void nothingThatFitsShowsMoreThanTheBest(
      @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 1, max = 20) Integer> steps,
      @ForAll @IntRange(min = 0, max = 400) int memory) {
    List<MeasuredChoice> choices = choices(steps);
    Optional<MeasuredChoice> best = MeasuredChoice.bestThatFits(choices, memory, 1);
    boolean isAny = choices.stream().anyMatch(choice -> choice.bytes() <= memory);
    assertEquals(isAny, best.isPresent());
    for (MeasuredChoice choice : choices) {
      boolean isBetter =
          best.isPresent()
              && (choice.msSsim() > best.get().msSsim()
                  || (choice.msSsim() == best.get().msSsim()
                      && choice.bytes() < best.get().bytes()));
      assertTrue(choice.bytes() > memory || !isBetter);
    }
  }
}
