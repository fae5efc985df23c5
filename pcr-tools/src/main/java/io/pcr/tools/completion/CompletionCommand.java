package io.pcr.tools.completion;

import io.pcr.tools.ExitCode;
import io.pcr.tools.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code pcr completion}. */
@Command(
    name = "completion",
    description =
        "Print a script with which bash and zsh complete commands, options and files of pcr.",
    footer = {
      "",
      "Examples:",
      "  source <(pcr completion)",
      "  pcr completion > ~/.local/share/bash-completion/completions/pcr"
    })
public final class CompletionCommand implements Callable<Integer> {
  /** By this the script tells bash to offer no files in its stead. */
  private static final String NO_FILES = "type compopt &>/dev/null && compopt +o default";

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Terminal terminal = Terminal.of(spec);
    CommandSpec root = spec.root();
    String script = AutoComplete.bash(root.name(), root.commandLine());
    // Where nothing is known to follow, a file may: datasets are named as they are over HTTP too.
    terminal.out().println(script.replace(NO_FILES, ""));
    terminal.out().flush();
    return ExitCode.OK;
  }
}
