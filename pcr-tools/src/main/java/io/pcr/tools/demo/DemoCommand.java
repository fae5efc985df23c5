package io.pcr.tools.demo;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr demo}. */
@Command(
    name = "demo",
    description = {
      "Generate pictures, and show what pcr does with them: convert, verify, measure, report.",
      "Everything is in one new folder; delete it when you have seen it."
    },
    footer = {"", "Examples:", "  pcr demo", "  pcr demo /tmp/pcr-demo --images 20"})
public final class DemoCommand implements Callable<Integer> {
  private static final int MAX_IMAGES = 10_000;
  private static final String CALLED = "pcr.called";

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "FOLDER",
      defaultValue = "pcr-demo",
      description = "New or empty folder for everything; default ${DEFAULT-VALUE}.")
  private Path folder;

  @Option(
      names = "--images",
      paramLabel = "N",
      defaultValue = "25",
      description = "Pictures in each of the six classes; default ${DEFAULT-VALUE}.")
  private int images;

  @Override
  public Integer call() throws IOException {
    if (images < 1 || images > MAX_IMAGES) {
      throw new UsageException("--images " + images + " is not in 1.." + MAX_IMAGES);
    }
    requireNewOrEmpty(folder);
    Terminal terminal = Terminal.of(spec);
    Path pictures = folder.resolve("images");
    String dataset = folder.resolve("dataset").toString();
    String report = folder.resolve("report.html").toString();
    Files.createDirectories(pictures);
    int count = DemoPictures.count(images);
    try (Progress progress = new Progress(terminal, "draw", "picture", count, -1)) {
      DemoPictures.write(pictures, images, progress);
    }
    say(terminal, Units.count(count, "picture") + " generated in " + shown(pictures));
    for (List<String> step :
        List.of(
            List.of("convert", pictures.toString(), dataset),
            List.of("verify", dataset),
            List.of("quality", dataset),
            List.of("inspect", dataset, "--html", report))) {
      say(terminal, "");
      say(terminal, "$ " + called() + " " + Printable.line(String.join(" ", step)));
      int status = run(terminal, step);
      if (status != ExitCode.OK) {
        return status;
      }
    }
    say(terminal, "");
    say(terminal, "Look at " + shown(folder.resolve("report.html")) + " in a browser. Next:");
    say(terminal, "  " + called() + " inspect " + shown(folder.resolve("dataset")));
    say(terminal, "  " + called() + " convert YOUR-IMAGES OUT");
    terminal.out().flush();
    return ExitCode.OK;
  }

  /** Whatever stands there is somebody's. */
  private static void requireNewOrEmpty(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    String instead = "; delete it, or name another folder: pcr demo FOLDER";
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + " already exists, and is a file" + instead);
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      if (entries.iterator().hasNext()) {
        throw new UsageException(folder + " already exists, and is not empty" + instead);
      }
    }
  }

  /** Each step is the command that a user would type, run as if typed. */
  private int run(Terminal terminal, List<String> step) {
    List<String> arguments = new ArrayList<>(step);
    if (spec.root().userObject() instanceof Pcr pcr && pcr.debug()) {
      arguments.add("--debug");
    }
    CommandLine command = Pcr.commandLine().setOut(terminal.out()).setErr(terminal.err());
    return command.execute(arguments.toArray(String[]::new));
  }

  /** What to type: the start script says how it was called, which need not be in the path. */
  private static String called() {
    return Printable.line(System.getProperty(CALLED, "pcr"));
  }

  private static String shown(Path path) {
    return Printable.line(path.toString());
  }

  private static void say(Terminal terminal, String line) {
    terminal.out().println(line);
    terminal.out().flush();
  }
}
