package io.pcr.tools.convert;

import io.pcr.format.internal.text.Printable;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.ConversionStoppedException;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.convert.DryRun;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.file.Path;

/** One run of a conversion on a terminal: progress, what went wrong, the answer. */
final class ConversionSession {
  private final Terminal terminal;
  private final String label;
  private final boolean json;

  /** What is run. */
  interface Action {
    ConversionSummary run(ConversionOptions options, ConversionListener listener)
        throws IOException, InterruptedException;
  }

  ConversionSession(Terminal terminal, String label, boolean json) {
    this.terminal = terminal;
    this.label = label;
    this.json = json;
  }

  int run(ConversionOptions options, Action action) throws IOException, InterruptedException {
    Thread farewell = new Thread(() -> printHowToContinue(options), "pcr-farewell");
    Runtime.getRuntime().addShutdownHook(farewell);
    ConversionSummary summary;
    try (ConversionProgress progress = new ConversionProgress(terminal, label)) {
      summary = action.run(options, progress);
    } catch (RunRejectedException | LabelsFileException e) {
      throw new UsageException(e.getMessage());
    } catch (ConversionStoppedException e) {
      terminal.err().println("pcr: " + Printable.line(e.getMessage()) + stopped(options.out()));
      terminal.err().flush();
      return ExitCode.FOUND;
    } finally {
      dismiss(farewell);
    }
    if (json) {
      terminal.out().println(SummaryJson.of(summary));
    } else {
      SummaryText.lines(options, summary, terminal.outColumns()).forEach(terminal.out()::println);
    }
    terminal.out().flush();
    boolean complete =
        summary.isComplete() && summary.missingOriginals(options.encode().restore()) == 0;
    return complete ? ExitCode.OK : ExitCode.FOUND;
  }

  private static String stopped(Path out) {
    return RunFolder.isUnfinished(out)
        ? "; stopped because of --on-error=fail; with --on-error=reject the same command"
            + " continues without this input; to start again with a changed source, "
            + Printable.line(RunFolder.howToGiveUp(out))
        : "; stopped because of --on-error=fail; nothing was written";
  }

  private static void dismiss(Thread farewell) {
    try {
      Runtime.getRuntime().removeShutdownHook(farewell);
    } catch (IllegalStateException e) {
      // The process is ending already, and the farewell is being said.
    }
  }

  private void printHowToContinue(ConversionOptions options) {
    String with = options.source().isStream() ? " with the same tar" : "";
    terminal.err().println();
    terminal.err().println("pcr: interrupted; run the same command again" + with + " to continue");
    terminal.err().flush();
  }

  int dryRun(ConversionOptions options) throws IOException {
    DryRun.Report report;
    try (ConversionProgress progress = new ConversionProgress(terminal, label)) {
      report = DryRun.of(options, progress);
    } catch (RunRejectedException | LabelsFileException e) {
      throw new UsageException(e.getMessage());
    }
    if (json) {
      terminal.out().println(SummaryJson.of(report));
    } else {
      SummaryText.lines(options, report).forEach(terminal.out()::println);
    }
    terminal.out().flush();
    return report.leftOut() == 0 ? ExitCode.OK : ExitCode.FOUND;
  }
}
