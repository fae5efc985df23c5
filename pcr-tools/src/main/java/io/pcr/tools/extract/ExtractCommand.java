package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.FidelityArgument;
import io.pcr.tools.dataset.KeysArgument;
import io.pcr.tools.dataset.LostParts;
import io.pcr.tools.dataset.SelectionWords;
import io.pcr.tools.dataset.UnlistedShards;
import io.pcr.tools.terminal.MessageLine;
import io.pcr.tools.terminal.OnInterrupt;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.extract.ArchiveTarget;
import io.pcr.writer.extract.Extraction;
import io.pcr.writer.extract.FolderSink;
import io.pcr.writer.extract.NothingChosenException;
import io.pcr.writer.extract.SampleSink;
import io.pcr.writer.extract.TarSink;
import io.pcr.writer.extract.TfRecordSink;
import io.pcr.writer.internal.extract.LowerFidelities;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr extract}. */
@Command(
    name = "extract",
    description = {
      "Write samples as image files, at full or a lower fidelity. 'pcr restore' writes the"
          + " originals.",
      "Liquid and TFRecord shards have only full fidelity. If a lower one is asked for, their"
          + " samples are written at full fidelity and counted.",
      "Files that are already in DEST are never overwritten, and no file is written outside"
          + " DEST. A file has the suffix of its format. If its key ends in another suffix, the"
          + " right one is appended: x.webp that was encoded as JPEG becomes x.webp.jpg. So that"
          + " two keys never get one name, the key x.webp.jpg becomes x.webp.jpg.jpg. 'pcr restore'"
          + " keeps names.",
      "A tar also has labels and columns, with WebDataset's names: key.jpg, key.cls,"
          + " key.json, and key.NAME for columns of bytes. Its member __classes__ has the names of"
          + " classes, a JSON object of labels and names, which WebDataset ignores. A TFRecord file"
          + " has labels and columns as features with TF-slim's names. 'pcr convert' reads both"
          + " back. A folder has only the images."
    },
    footer = {
      "",
      "Exit status: 0 all samples were written; 1 some could not be written; 2 a pattern of"
          + " --only matches no key.",
      "",
      "Examples:",
      "  pcr extract photos/ small/ --fidelity 3",
      "  pcr extract photos/ close/ --fidelity msssim:.96",
      "  pcr extract photos/ roses/ --only 'rose/*'",
      "  pcr extract photos/ photos.tar --to=tar --fidelity 5",
      "  pcr extract photos/ - --to=tar | tar -x -C there/",
      "  pcr extract photos/ photos.tfrecord.gz --to=tfrecord --compression=gzip"
    })
public final class ExtractCommand implements Callable<Integer>, ReadsDataset {
  /** Stands for standard output. */
  private static final String STANDARD_OUTPUT = "-";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Parameters(
      index = "1",
      paramLabel = "DEST",
      description = "Folder for the files; or the archive to write, - for standard output.")
  private Path destination;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description = "What to write: folder (the default), tar, tfrecord.",
      defaultValue = "FOLDER")
  private Form form;

  @Option(
      names = "--compression",
      paramLabel = "NAME[:LEVEL[:STRATEGY]]",
      description =
          "Compression of a TFRecord file: ${bundle:tfrecord.compression.names}; default: none.")
  private String compression;

  @Mixin private FidelityArgument fidelity;

  @Mixin private KeysArgument keys;

  @Option(
      names = "--degrade",
      description = "Write a damaged sample at the highest fidelity at which it can still be read.")
  private boolean degrade;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  /** What samples are written as. */
  enum Form {
    FOLDER,
    TAR,
    TFRECORD
  }

  @Override
  public Integer call() throws IOException {
    Terminal terminal = Terminal.of(spec);
    OnDamage onDamage = degrade ? OnDamage.DEGRADE : OnDamage.SKIP;
    MessageLine messages = new MessageLine(terminal);
    OutputReport totals = new OutputReport(messages);
    // What is written at a lower fidelity is all named, what is not written as far as one reads.
    Consumer<String> notices = degrade ? messages : totals::tell;
    DatasetFiles files = Datasets.find(dataset, notices).withoutLostParts();
    KeySelection wanted = keys.selection();
    Extraction.Result result;
    Fidelity asked;
    try (PcrDataset opened = Datasets.open(files, onDamage, notices);
        Progress progress = new Progress(terminal, "extract", "file", opened.sampleCount(), -1)) {
      messages.above(progress);
      LostParts.tell(files, totals);
      asked = fidelity.in(opened);
      result = extract(opened, asked, wanted, totals, progress);
    }
    messages.alone();
    UnlistedShards.tell(files, notices);
    String advice =
        degrade || json || result.damagedShards().isEmpty() ? "" : advice(files, result, asked);
    boolean isOutTaken = form != Form.FOLDER && isStandardOutput();
    PrintWriter answer = isOutTaken ? terminal.err() : terminal.out();
    answer.println(json ? json(result, wanted) : text(result) + advice);
    answer.flush();
    if (result.whole() > 0) {
      terminal.err().println("pcr: " + wholeNote(result.whole()));
    }
    return SelectionWords.status(wanted, result.failed(), terminal);
  }

  private Extraction.Result extract(
      PcrDataset opened,
      Fidelity asked,
      KeySelection wanted,
      OutputReport totals,
      Progress progress)
      throws IOException {
    String packing = packing();
    try (ArchiveTarget archive = form == Form.FOLDER ? null : archive()) {
      OnInterrupt cleaner = OnInterrupt.run(() -> discard(archive));
      try (SampleSink sink = sink(archive, packing, opened)) {
        return Extraction.of(opened, sink)
            .fidelity(asked)
            .keys(wanted)
            .report(totals)
            .progress(progress)
            .run();
      } finally {
        cleaner.close();
      }
    } catch (NothingChosenException e) {
      SelectionWords.requireSome(wanted);
      throw e;
    }
  }

  /** What {@code --degrade} would write of the samples that failed. */
  private String advice(DatasetFiles files, Extraction.Result result, Fidelity asked)
      throws IOException {
    LowerFidelities left =
        LowerFidelities.of(files, result.damagedShards(), asked, keys.selection());
    if (left.samples() == 0) {
      return "";
    }
    String which =
        left.samples() >= result.failed() ? "them" : Units.count(left.samples()) + " of them";
    String group =
        left.lowest() == left.highest()
            ? "fidelity " + left.lowest()
            : "fidelity " + left.lowest() + " to " + left.highest();
    return "; --degrade writes " + which + " at " + group;
  }

  /** An interrupted command leaves nothing half done behind. */
  private static void discard(ArchiveTarget archive) {
    try {
      if (archive != null) {
        archive.close();
      }
    } catch (IOException e) {
      // The process is ending, and what is left has a name that says so.
    }
  }

  private boolean isStandardOutput() {
    return destination.toString().equals(STANDARD_OUTPUT);
  }

  @SuppressWarnings("resource") // standard output stays open for whoever else writes to it
  private ArchiveTarget archive() throws IOException {
    if (isStandardOutput()) {
      return ArchiveTarget.of(
          "standard output", new FileOutputStream(FileDescriptor.out).getChannel());
    }
    try {
      return ArchiveTarget.create(destination, Pcr.steps(spec));
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(e.getFile() + " " + e.getReason());
    }
  }

  private SampleSink sink(ArchiveTarget archive, String packing, PcrDataset opened)
      throws IOException {
    List<ClassName> classes = opened.manifest().map(Manifest::classNames).orElse(List.of());
    return switch (form) {
      case FOLDER -> new FolderSink(destination, Pcr.steps(spec));
      case TAR -> new TarSink(archive, classes);
      case TFRECORD -> new TfRecordSink(archive, packing, classes);
    };
  }

  /** How a TFRecord file is compressed. */
  private String packing() {
    if (compression != null && form != Form.TFRECORD) {
      throw new UsageException("--compression is for --to=tfrecord");
    }
    try {
      return new TfRecordVariant(compression == null ? "none" : compression).compression();
    } catch (IllegalArgumentException e) {
      throw new UsageException("--compression: " + e.getMessage());
    }
  }

  /** Who asked for a lower fidelity may not have meant to get whole images. */
  private static String wholeNote(long whole) {
    return Units.count(whole, "sample")
        + (whole == 1 ? " is" : " are")
        + " in shards that have only full fidelity, and "
        + (whole == 1 ? "was" : "were")
        + " written at full fidelity";
  }

  private String text(Extraction.Result result) {
    String text =
        Printable.line(destination.toString())
            + ": "
            + Units.count(result.written(), form == Form.FOLDER ? "file" : "sample")
            + " written, "
            + Units.bytes(result.bytes());
    if (result.whole() > 0) {
      text += ", " + Units.count(result.whole()) + " of them at full fidelity";
    }
    if (result.thereAlready() > 0) {
      text += ", " + Units.count(result.thereAlready()) + " already there";
    }
    return result.failed() == 0 ? text : text + ", " + Units.count(result.failed()) + " failed";
  }

  private static String json(Extraction.Result result, KeySelection wanted) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("written", result.written()).put("there_already", result.thereAlready());
    json.put("whole", result.whole());
    json.put("failed", result.failed()).put("bytes", result.bytes());
    return SelectionWords.putUnmatched(json, wanted).end().toString();
  }
}
