package io.pcr.tools.inspect;

import io.pcr.format.error.PcrException;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.facts.TypicalSamples;
import io.pcr.tools.dataset.LimitOption;
import io.pcr.tools.report.ReportModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Draws a few samples for a report: so few that the page can still be mailed. For one use. */
final class PictureChoice {
  private static final int PICTURES = 6;

  /** Bytes of all versions of all pictures; as base64 a third more. */
  private static final long BUDGET = 1_800_000;

  /** One picture is shown even of a dataset of large ones, if not of larger ones than this. */
  private static final long MOST = 12_000_000;

  private final TypicalSamples typical;
  private final PictureVersions versions;
  private final Map<Long, String> classNames;
  private final List<TypicalSamples.Damaged> undecoded = new ArrayList<>();

  PictureChoice(TypicalSamples typical, PictureVersions versions, Map<Long, String> classNames) {
    this.typical = typical;
    this.versions = versions;
    this.classNames = classNames;
  }

  /** What was met and could not be shown, once pictures were chosen. */
  List<TypicalSamples.Damaged> damaged() {
    return Stream.concat(typical.damaged().stream(), undecoded.stream()).toList();
  }

  /** The pictures with all their versions; those with fidelities first. */
  List<ReportModel.Picture> choose() throws IOException {
    List<TypicalSamples.Candidate> candidates = typical.find(PICTURES);
    List<ReportModel.Picture> pictures = new ArrayList<>();
    long budget = BUDGET;
    for (TypicalSamples.Candidate candidate : candidates) {
      if (pictures.size() < PICTURES && candidate.bytes() <= budget) {
        Optional<ReportModel.Picture> picture = picture(candidate);
        picture.ifPresent(pictures::add);
        budget -= picture.isPresent() ? candidate.bytes() : 0;
      }
    }
    if (pictures.isEmpty() && damaged().isEmpty()) {
      Optional<TypicalSamples.Candidate> large =
          candidates.stream().filter(c -> c.bytes() <= MOST).findFirst();
      if (large.isPresent()) {
        picture(large.get()).ifPresent(pictures::add);
      }
    }
    return pictures;
  }

  /** Empty when it cannot be decoded, which is kept. */
  private Optional<ReportModel.Picture> picture(TypicalSamples.Candidate candidate)
      throws IOException {
    Sample full = candidate.full();
    String label =
        full.label().isEmpty() ? "" : classNames.getOrDefault(full.label().getAsLong(), "");
    try {
      return Optional.of(
          versions.of(full, label, fidelity -> candidate.shard().sample(full.ordinal(), fidelity)));
    } catch (PcrException e) {
      String why = e.getMessage() + LimitOption.advice(e);
      undecoded.add(new TypicalSamples.Damaged(candidate.shard().name(), full.key(), why));
      return Optional.empty();
    }
  }
}
