package io.pcr.tools.dataset;

import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.reader.FidelityRequest;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.UsageException;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option of all commands that read at a fidelity. */
public final class FidelityArgument {
  private static final String OPTION = "--fidelity";

  @Option(
      names = OPTION,
      paramLabel = "FIDELITY",
      description =
          "The fidelity to read: 3 (groups 1 to 3), full (the default), msssim:.96 (the"
              + " lowest fidelity of that quality) or msssim:.98@224 (the same at the size that a"
              + " model sees; short for @resize:256,crop:224).",
      converter = Converter.class)
  private FidelityRequest request;

  /** What was asked for; empty when the option was not given. */
  public Optional<FidelityRequest> request() {
    return Optional.ofNullable(request);
  }

  /** What the option means for a dataset whose images any decoder reads. */
  public Fidelity in(PcrDataset dataset) throws IOException {
    return in(dataset, Reconstruction.PLAIN);
  }

  /** What the option means for a dataset whose images are decoded in a way. */
  public Fidelity in(PcrDataset dataset, Reconstruction decoded) throws IOException {
    try {
      return request().orElse(FidelityRequest.full()).in(dataset, decoded);
    } catch (IllegalArgumentException e) {
      throw new UsageException(OPTION + " " + e.getMessage());
    }
  }

  /** Reads the option's value. */
  static final class Converter implements ITypeConverter<FidelityRequest> {
    @Override
    public FidelityRequest convert(String text) {
      try {
        return FidelityRequest.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
