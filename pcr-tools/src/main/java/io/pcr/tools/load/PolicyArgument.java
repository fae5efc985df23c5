package io.pcr.tools.load;

import io.pcr.format.Fidelity;
import io.pcr.format.quality.Reconstruction;
import io.pcr.loader.internal.policy.CosineFile;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.FidelityStage;
import io.pcr.reader.FidelityRequest;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.FidelityArgument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that says which fidelity each batch has. */
final class PolicyArgument {
  private static final String OPTION = "--policy";
  private static final String SYNTAX =
      "fixed:F, quality:F, schedule:FxN,...,F, fed, recorded:paper:FILE or"
          + " recorded:improved:FILE";

  /** A fidelity has no x, but may have commas. */
  private static final Pattern STAGE = Pattern.compile("\\G([^x]+)x(\\d{1,9}),");

  @Option(
      names = OPTION,
      paramLabel = "POLICY",
      description =
          "Which fidelity F each batch has (docs/loader.md): "
              + SYNTAX
              + ". A schedule has N"
              + " epochs at each F, and the last F for the rest. fed is the highest at which the"
              + " run does not wait; recorded reads cosines of gradients. Default: fixed, at"
              + " --fidelity.")
  private String text;

  /** The policy for the parts of a run. */
  FidelityPolicy of(
      FidelityArgument fidelity,
      List<PcrDataset> parts,
      Function<PcrDataset, Reconstruction> decoded)
      throws IOException {
    Parts of = new Parts(parts, decoded);
    if (text == null) {
      FidelityRequest request = fidelity.request().orElse(FidelityRequest.full());
      return FidelityPolicy.fixed(of.fidelity("--fidelity", request));
    }
    if (fidelity.request().isPresent()) {
      throw new UsageException("--fidelity and --policy exclude each other; use --policy fixed:F");
    }
    try {
      return policy(of);
    } catch (IllegalArgumentException e) {
      throw new UsageException(OPTION + " " + text + ": " + e.getMessage());
    }
  }

  private FidelityPolicy policy(Parts parts) throws IOException {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? "" : text.substring(colon + 1);
    return switch (kind) {
      case "fixed" -> FidelityPolicy.fixed(parts.fidelity(OPTION, FidelityRequest.parse(rest)));
      case "quality" -> FidelityPolicy.fixed(quality(rest, parts));
      case "schedule" -> schedule(rest, parts);
      case "fed" -> fed(rest, parts);
      case "recorded" -> recorded(rest);
      default -> throw new IllegalArgumentException("a policy is " + SYNTAX);
    };
  }

  private static Fidelity quality(String rest, Parts parts) throws IOException {
    FidelityRequest request = FidelityRequest.parse(rest);
    if (request.quality().isEmpty()) {
      throw new IllegalArgumentException("a quality is like msssim:.96; use fixed:" + rest);
    }
    return parts.fidelity(OPTION, request);
  }

  private static FidelityPolicy schedule(String rest, Parts parts) throws IOException {
    List<FidelityStage> stages = new ArrayList<>();
    Matcher stage = STAGE.matcher(rest);
    int end = 0;
    while (stage.find()) {
      Fidelity fidelity = parts.fidelity(OPTION, FidelityRequest.parse(stage.group(1)));
      stages.add(new FidelityStage(fidelity, Integer.parseInt(stage.group(2))));
      end = stage.end();
    }
    String last = rest.substring(end);
    if (last.contains("x")) {
      throw new IllegalArgumentException(
          "the last fidelity holds for the rest and has no number of epochs, as in 1x80,full");
    }
    return FidelityPolicy.schedule(stages, parts.fidelity(OPTION, FidelityRequest.parse(last)));
  }

  private static FidelityPolicy fed(String rest, Parts parts) throws IOException {
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("fed takes nothing behind it");
    }
    return FidelityPolicy.fedByOwnClock(parts.fidelities(), FidelityPolicy.FED_PERIOD);
  }

  private static FidelityPolicy recorded(String rest) throws IOException {
    int colon = rest.indexOf(':');
    String rule = colon < 0 ? rest : rest.substring(0, colon);
    if (colon < 0 || !(rule.equals("paper") || rule.equals("improved"))) {
      throw new IllegalArgumentException("it is recorded:paper:FILE or recorded:improved:FILE");
    }
    byte[] csv;
    try (InputStream file = Files.newInputStream(Path.of(rest.substring(colon + 1)))) {
      csv = file.readNBytes(CosineFile.MOST_BYTES + 1);
    }
    return rule.equals("paper")
        ? FidelityPolicy.recordedPaper(csv)
        : FidelityPolicy.recordedImproved(csv);
  }

  /** The parts of a run, for which a fidelity has to mean the same. */
  private record Parts(List<PcrDataset> datasets, Function<PcrDataset, Reconstruction> decoded) {
    Fidelity fidelity(String option, FidelityRequest request) throws IOException {
      Fidelity first = in(option, request, datasets.get(0));
      for (PcrDataset dataset : datasets) {
        Fidelity other = in(option, request, dataset);
        if (!other.equals(first)) {
          throw new UsageException(
              option
                  + " "
                  + request
                  + " is "
                  + first
                  + " of "
                  + datasets.get(0)
                  + " and "
                  + other
                  + " of "
                  + dataset);
        }
      }
      return first;
    }

    private Fidelity in(String option, FidelityRequest request, PcrDataset dataset)
        throws IOException {
      try {
        return request.in(dataset, decoded.apply(dataset));
      } catch (IllegalArgumentException e) {
        throw new UsageException(option + " " + e.getMessage());
      }
    }

    /** All below full, and full; 16 of them where there are more. */
    List<Fidelity> fidelities() throws IOException {
      int groups = 1;
      for (PcrDataset dataset : datasets) {
        groups = Math.max(groups, dataset.groupCount());
      }
      List<Fidelity> fidelities = new ArrayList<>();
      for (int group = 1; group < Math.min(groups, FidelityNumbers.MOST_CANDIDATES); group++) {
        fidelities.add(Fidelity.atMost(group));
      }
      fidelities.add(Fidelity.FULL);
      return fidelities;
    }
  }
}
