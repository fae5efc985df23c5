package io.pcr.tools;

import io.pcr.format.commit.DurableSteps;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tools.bench.BenchCommand;
import io.pcr.tools.completion.CompletionCommand;
import io.pcr.tools.convert.AppendCommand;
import io.pcr.tools.convert.ConvertCommand;
import io.pcr.tools.demo.DemoCommand;
import io.pcr.tools.extract.ExtractCommand;
import io.pcr.tools.index.IndexCommand;
import io.pcr.tools.inspect.InspectCommand;
import io.pcr.tools.load.LoadCommand;
import io.pcr.tools.quality.QualityCommand;
import io.pcr.tools.repair.RepairCommand;
import io.pcr.tools.restore.RestoreCommand;
import io.pcr.tools.tune.TuneCommand;
import io.pcr.tools.verify.VerifyCommand;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The {@code pcr} command; each subcommand has a package of its own. */
@Command(
    name = "pcr",
    subcommands = {
      DemoCommand.class,
      ConvertCommand.class,
      AppendCommand.class,
      InspectCommand.class,
      QualityCommand.class,
      VerifyCommand.class,
      RepairCommand.class,
      ExtractCommand.class,
      RestoreCommand.class,
      IndexCommand.class,
      LoadCommand.class,
      TuneCommand.class,
      BenchCommand.class,
      CompletionCommand.class
    },
    description =
        "Store an image dataset once as progressive compressed records, and read it at any"
            + " fidelity.",
    footer = {
      "",
      "Examples:",
      "  pcr demo",
      "  pcr convert photos/ dataset/",
      "",
      "'pcr COMMAND --help' describes a command.",
      "",
      "The environment variable PCR_JAVA_OPTS holds options for the Java virtual machine,"
          + " such as -Xmx8g for 8 GB of memory; default: a quarter of the machine's memory."
          + " PCR_CLASS_PATH holds jars to add, such as one that serves another store."
    },
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    usageHelpAutoWidth = true)
public final class Pcr implements Runnable {
  @Spec private CommandSpec spec;

  private final DurableSteps steps;

  private Pcr(DurableSteps steps) {
    this.steps = steps;
  }

  @Option(
      names = "--debug",
      description = "Print the stack trace of an error.",
      scope = ScopeType.INHERIT)
  private boolean debug;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "say what to do, such as 'pcr demo' or 'pcr convert IMAGES OUT'");
  }

  /** Whether stack traces are wanted. */
  public boolean debug() {
    return debug;
  }

  /** The command line as {@code main} runs it; tests run it with their own streams. */
  public static CommandLine commandLine() {
    return commandLine(DurableSteps.NONE);
  }

  /** As {@link #commandLine()}, telling of every durable step that a command takes. */
  public static CommandLine commandLine(DurableSteps steps) {
    Pcr pcr = new Pcr(steps);
    CommandLine commandLine = new CommandLine(pcr);
    commandLine.setResourceBundle(new HelpTexts());
    commandLine.registerConverter(Path.class, Pcr::path);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    ErrorLine errors = new ErrorLine(pcr::debug);
    commandLine.setExecutionExceptionHandler(errors);
    commandLine.setExecutionStrategy(errors::run);
    commandLine.setParameterExceptionHandler(new UsageLine());
    return commandLine;
  }

  /** Who is told of the durable steps of a command. */
  public static DurableSteps steps(CommandSpec spec) {
    return spec.root().userObject() instanceof Pcr pcr ? pcr.steps : DurableSteps.NONE;
  }

  /** An empty path would be the current folder, and is a variable that nobody set. */
  private static Path path(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("an empty path");
    }
    if (DatasetLocation.isUri(text)) {
      // What follows may be a signature, which is nobody's to see.
      String shown = text.split("[?#]", 2)[0];
      throw new TypeConversionException(
          "\"" + shown + "\" is a URI; this argument must be a local file or folder");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(
          "\"" + text + "\" cannot be a path here: " + e.getReason() + " (is the locale UTF-8?)");
    }
  }

  public static void main(String[] args) {
    StandardOutput out = StandardOutput.ofProcess();
    CommandLine commandLine = null;
    int code;
    try {
      commandLine = commandLine().setOut(out.writer());
      code = commandLine.execute(args);
    } catch (RuntimeException | Error e) {
      // Not even the options could be read: where files run out, classes do.
      System.err.println("pcr: " + ShortageAdvice.of(e).orElse("unexpected " + e));
      System.exit(ExitCode.IO);
      return;
    }
    commandLine.getOut().flush();
    if (out.failure().isPresent()) {
      commandLine.getErr().println("pcr: standard output: " + out.failure().get());
      code = ExitCode.IO;
    }
    System.exit(code);
  }
}
