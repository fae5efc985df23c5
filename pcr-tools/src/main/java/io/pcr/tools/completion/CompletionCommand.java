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
    description = "Print a script by which bash and zsh complete the commands and options of pcr.",
    footer = {
      "",
      "Examples:",
      "  source <(pcr completion)",
      "  pcr completion > ~/.local/share/bash-completion/completions/pcr"
    })
public final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Terminal terminal = Terminal.of(spec);
    CommandSpec root = spec.root();
    terminal.out().println(AutoComplete.bash(root.name(), root.commandLine()));
    terminal.out().flush();
    return ExitCode.OK;
  }
}
