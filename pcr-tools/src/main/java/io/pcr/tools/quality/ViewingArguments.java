package io.pcr.tools.quality;

import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import io.pcr.tools.dataset.ViewSizeConverter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** How the images are looked at: one curve is measured for each combination. */
final class ViewingArguments {
  @Option(
      names = "--at",
      paramLabel = "SIZE",
      description =
          "Measure also what a model sees: 224, short for resize:256,crop:224, or any "
              + "resize:N,crop:M; can be repeated. Default: only full size.",
      converter = ViewSizeConverter.class)
  private List<ViewSize> sizes = List.of();

  @Option(
      names = "--reconstruction",
      paramLabel = "HOW",
      defaultValue = "PLAIN",
      description =
          "What the decoder takes for the bits that a fidelity leaves out: plain (the default), "
              + "zero, as all decoders do; midpoint, the middle of what they can say; both.")
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

  /** Full size and the sizes that were given, for each reconstruction. */
  List<QualityMeasure> measures() {
    List<QualityMeasure> measures = new ArrayList<>();
    for (Reconstruction reconstruction : how.reconstructions()) {
      Stream.concat(Stream.of(ViewSize.FULL), sizes.stream())
          .distinct()
          .forEach(size -> measures.add(QualityMeasure.msSsim(reconstruction, size)));
    }
    return measures;
  }
}
