package io.pcr.tools.dataset;

import io.pcr.reader.output.KeySelection;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --only}: which keys a command takes. */
public final class KeysArgument {
  @Option(
      names = "--only",
      paramLabel = "GLOB",
      description =
          "Only samples whose key matches. * matches any characters except /, ** any characters,"
              + " ? one character. Can be repeated; default: all samples.")
  private List<String> globs = List.of();

  /** A selection that has matched nothing yet. */
  public KeySelection selection() {
    return KeySelection.of(globs);
  }
}
