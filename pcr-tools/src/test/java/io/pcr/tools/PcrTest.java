package io.pcr.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class PcrTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    CommandLine commandLine = Pcr.commandLine();
    commandLine.setOut(new PrintWriter(out, true));
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }

  @Test
  void versionGoesToStandardOutputAlone() {
    assertEquals(ExitCode.OK, run("--version"));
    assertTrue(out.toString().matches("pcr \\d+\\.\\d+\\.\\d+\\S*\\R"), out.toString());
    assertEquals("", err.toString());
  }

  @Test
  void helpOfEveryCommandHasTwoExamplesOfIt() {
    List<CommandLine> commands = new ArrayList<>(Pcr.commandLine().getSubcommands().values());
    for (int i = 0; i < commands.size(); i++) {
      CommandLine command = commands.get(i);
      commands.addAll(command.getSubcommands().values());
      String name = command.getCommandSpec().qualifiedName();
      String help = command.getUsageMessage(CommandLine.Help.Ansi.OFF);
      String examples = help.substring(help.indexOf("\nExamples:\n") + 1);
      assertTrue(examples.startsWith("Examples:"), help);
      assertTrue(examples.split(name + "\\b", -1).length > 2, help);
      assertTrue(help.lines().allMatch(line -> line.length() <= 80), help);
    }
    assertTrue(commands.size() > 10, commands.toString());
  }

  @Test
  void helpNamesTheDefaultOfEveryOptionThatHasOne() {
    Set<String> without = new TreeSet<>();
    List<CommandLine> commands = new ArrayList<>(Pcr.commandLine().getSubcommands().values());
    for (CommandLine command : commands) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        String text = String.join(" ", option.description()).toLowerCase(Locale.ROOT);
        if (option.arity().max() > 0 && !text.contains("default")) {
          without.add(command.getCommandName() + " " + option.longestName());
        }
      }
    }
    assertEquals(
        Set.of(
            "append --mix",
            "bench --compare",
            "convert --mix",
            "inspect --html",
            "inspect --sample",
            "inspect --strip",
            "load --epoch-batches",
            "load --keys",
            "load --state"),
        without);
  }

  @Test
  void unknownCommandIsAUsageErrorThatNamesIt() {
    assertEquals(ExitCode.USAGE, run("explode"));
    assertTrue(err.toString().contains("explode"), err.toString());
    assertEquals("", out.toString());
  }

  @Test
  void emptyPathIsNotTheCurrentFolder() {
    assertEquals(ExitCode.USAGE, run("convert", "", "out"));
    assertTrue(err.toString().contains("(SRC): an empty path"), err.toString());
  }

  @Test
  void folderThatIsAFileIsNamedWithWhatIsWrong(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("x.jpg"), "x");
    String out = folder.resolve("out").toString();
    assertEquals(ExitCode.IO, run("convert", "--from=folder", file.toString(), out));
    assertEquals("pcr: " + file + " is not a folder", err.toString().strip());
  }

  @Test
  void noCommandIsAUsageErrorThatPointsToTheHelp() {
    assertEquals(ExitCode.USAGE, run());
    assertTrue(err.toString().contains("--help"), err.toString());
  }

  @Test
  void escapeSequenceInAnArgumentIsPrintedNotObeyed() {
    assertEquals(ExitCode.USAGE, run("inspect", "dataset", "\u001b[2Jmore"));
    assertTrue(err.toString().contains("'\\u001b[2Jmore'"), err.toString());
    assertFalse(err.toString().contains("\u001b"), err.toString());
  }
}
