package io.pcr.loader.internal.policy;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.FidelityStage;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.state.PolicyState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Fidelities by epoch (spec/loader.md 10.3). */
public record SchedulePolicy(List<FidelityStage> stages, Fidelity rest) implements FidelityPolicy {
  private static final int MOST_STAGES = 64;

  public SchedulePolicy {
    stages = List.copyOf(stages);
    requireNonNull(rest, "rest");
    if (stages.size() >= MOST_STAGES || text(stages, rest).length() > PolicyState.MAX_NAME) {
      throw new IllegalArgumentException(
          "a schedule of "
              + (stages.size() + 1)
              + " stages; there can be up to "
              + MOST_STAGES
              + ", whose text has up to "
              + PolicyState.MAX_NAME
              + " characters");
    }
  }

  private static String text(List<FidelityStage> stages, Fidelity rest) {
    StringBuilder text = new StringBuilder("schedule:");
    for (FidelityStage stage : stages) {
      text.append(FidelityNumbers.of(stage.fidelity())).append('x').append(stage.epochs());
      text.append(',');
    }
    return text.append(FidelityNumbers.of(rest)).toString();
  }

  @Override
  public Optional<String> name() {
    return Optional.of(text(stages, rest));
  }

  @Override
  public Fidelity highest() {
    int highest =
        Stream.concat(stages.stream().map(FidelityStage::fidelity), Stream.of(rest))
            .mapToInt(FidelityNumbers::of)
            .max()
            .getAsInt();
    return FidelityNumbers.fidelity(highest);
  }

  @Override
  public PolicyRun begin(Optional<PolicyState> saved, long batches) {
    saved.ifPresent(PolicyState::requireMembers);
    return new EpochRun(this::inEpoch);
  }

  private int inEpoch(long epoch) {
    long end = 0;
    for (FidelityStage stage : stages) {
      end += stage.epochs();
      if (epoch < end) {
        return FidelityNumbers.of(stage.fidelity());
      }
    }
    return FidelityNumbers.of(rest);
  }
}
