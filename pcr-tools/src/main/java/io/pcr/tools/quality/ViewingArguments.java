package io.pcr.tools.quality;

import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.tools.dataset.ViewSizeConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How the images are looked at: one curve is measured for each combination. */
final class ViewingArguments {
  @Option(
      names = "--at",
      paramLabel = "SIZE",
      description =
          "Also measure what a model sees: 224, short for resize:256,crop:224, or any"
              + " resize:N,crop:M. Can be repeated; default: only full size.",
      converter = ViewSizeConverter.class)
  private List<ViewSize> sizes = List.of();

  @Option(
      names = "--reconstruction",
      paramLabel = "HOW",
      defaultValue = "PLAIN",
      description =
          "What the decoder puts in place of bits that a fidelity leaves out: plain (the"
              + " default), zero, as all decoders do; midpoint, the middle of the possible values;"
              + " both measures both.")
  private How how;

  /** Which reconstructions. */
  enum How {
    PLAIN,
    MIDPOINT,
    BOTH;

    List<Reconstruction> reconstructions() {
      return switch (this) {
        case PLAIN -> List.of(Reconstruction.PLAIN);
        case MIDPOINT -> List.of(Reconstruction.MIDPOINT);
        case BOTH -> List.of(Reconstruction.PLAIN, Reconstruction.MIDPOINT);
      };
    }
  }

  /**
   * Full size and the sizes that were given, for each reconstruction, and what a dataset states.
   *
   * @param stated the dataset's targets
   * @param pixels more than these are not measured because somebody states them
   */
  List<QualityMeasure> measures(Optional<GroupTargets> stated, long pixels) {
    List<QualityMeasure> measures = new ArrayList<>();
    for (Reconstruction reconstruction : how.reconstructions()) {
      Stream.concat(Stream.of(ViewSize.FULL), sizes.stream())
          .distinct()
          .forEach(size -> measures.add(QualityMeasure.msSsim(reconstruction, size)));
    }
    stated
        .map(GroupTargets::measure)
        .filter(measure -> (long) measure.at().crop() * measure.at().crop() <= pixels)
        .filter(measure -> !measures.contains(measure))
        .ifPresent(measures::add);
    return measures;
  }
}
