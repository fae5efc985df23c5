package io.pcr.tools.restore;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.original.Restore;
import io.pcr.reader.original.TooManyBytesException;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.KeysArgument;
import io.pcr.tools.dataset.LostParts;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.dataset.PixelLimit;
import io.pcr.tools.dataset.SelectionWords;
import io.pcr.tools.dataset.UnlistedShards;
import io.pcr.tools.terminal.ByteSize;
import io.pcr.tools.terminal.MessageLine;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr restore}. */
@Command(
    name = "restore",
    description = {
      "Write the original files, byte for byte. Each file's SHA-256 is checked. TFRecord"
          + " shards hold the originals as they are; there the checksum of the record is checked.",
      "Files that are already in DEST are never overwritten; they are compared with the"
          + " originals.",
      "Files that convert read as columns and labels are not restored."
    },
    footer = {
      "",
      "Exit status: 0 all files are there; 1 some could not be restored; 2 a pattern of"
          + " --only matches no key; 3 input or output failed, or the files have more bytes than"
          + " --max-bytes or its default allows.",
      "",
      "Examples:",
      "  pcr restore dataset/ photos/",
      "  pcr restore dataset/ some/ --only 'n01440764/*' --only '**/0042.jpg'"
    })
public final class RestoreCommand implements Callable<Integer>, ReadsDataset {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DATASET",
      description = "A dataset's folder, or its http(s) URI.")
  private String dataset;

  @Parameters(index = "1", paramLabel = "DEST", description = "Folder for the files.")
  private Path destination;

  @Mixin private KeysArgument keys;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Number of threads; default: one for each core.")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--max-bytes",
      paramLabel = "SIZE",
      description =
          "Write at most this much. Default: the free space of the disk, and at most 1 GiB or"
              + " 100 times the size of the shards, whichever is more.",
      converter = ByteSize.class)
  private Long maxBytes;

  @Mixin private PixelLimit pixelLimit;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (threads < 1) {
      throw new UsageException("--threads " + threads + " is less than one");
    }
    Terminal terminal = Terminal.of(spec);
    MessageLine messages = new MessageLine(terminal);
    Notices notices = new Notices(messages);
    DatasetFiles files = Datasets.findNewest(dataset, notices).withoutLostParts();
    if (files.manifest().isEmpty()) {
      throw new UsageException(
          dataset + ": this is one shard, not a dataset; name the folder that it is in");
    }
    Manifest manifest = files.manifest().get();
    long begun = System.nanoTime();
    KeySelection wanted = keys.selection();
    OutputReport report;
    try (Progress progress =
        new Progress(terminal, "restore", "file", manifest.sampleCount(), -1)) {
      report = new OutputReport(messages, RestoreText::advice);
      messages.above(progress);
      LostParts.tell(files, report);
      Restore restore =
          Restore.of(files)
              .only(wanted)
              .withThreads(threads)
              .withLimits(pixelLimit.limits())
              .withProgress(progress)
              .withReport(report)
              .withSteps(Pcr.steps(spec));
      if (maxBytes != null) {
        restore.withMaxBytes(maxBytes);
      }
      restore.into(destination);
    } catch (TooManyBytesException e) {
      throw new IOException(RestoreText.tooMany(e, destination), e);
    }
    if (report.failed() == 0) {
      SelectionWords.requireSome(wanted);
    }
    UnlistedShards.tell(files, notices);
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    terminal.out().println(json ? json(report, wanted, time) : text(report, time));
    terminal.out().flush();
    return SelectionWords.status(wanted, report.failed(), terminal);
  }

  private String text(OutputReport report, Duration time) {
    double seconds = Math.max(1e-3, time.toNanos() / 1e9);
    return Printable.line(destination.toString())
        + ": "
        + Units.count(report.written(), "file")
        + " written"
        + (report.thereAlready() == 0
            ? ""
            : ", " + Units.count(report.thereAlready()) + " already there")
        + (report.failed() == 0 ? "" : ", " + Units.count(report.failed()) + " not restored")
        + "; "
        + Units.bytes(report.bytes())
        + " in "
        + Units.duration(time)
        + ", "
        + Units.bytesPerSecond(report.bytes() / seconds);
  }

  private static String json(OutputReport report, KeySelection wanted, Duration time) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("written", report.written()).put("there_already", report.thereAlready());
    json.put("failed", report.failed()).put("bytes", report.bytes());
    return SelectionWords.putUnmatched(json.put("seconds", time.toNanos() / 1e9), wanted)
        .end()
        .toString();
  }
}
