package io.pcr.tools.extract;

import io.pcr.format.Fidelity;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.text.Printable;
import io.pcr.format.text.Units;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.KeySelection;
import io.pcr.reader.output.OutputReport;
import io.pcr.tfrecord.TfRecordWriteOptions;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.SelectionWords;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.json.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr extract}. */
@Command(
    name = "extract",
    description = {
      "Write samples as image files, at full or a lower fidelity; 'pcr restore' gives originals.",
      "Shards of whole images, which are Liquid and TFRecord ones, have the full fidelity alone: "
          + "at a lower one their samples are given whole, and counted.",
      "What stands in DEST is never overwritten, and no key leads out of it. Files have the suffix "
          + "of the format that their bytes have: a key that ends in another's gets it appended, as "
          + "x.webp that was encoded as JPEG becomes x.webp.jpg, and so that no two keys become one "
          + "name, the key x.webp.jpg becomes x.webp.jpg.jpg ('pcr restore' keeps names and "
          + "originals).",
      "A tar has labels and columns too, named as WebDataset does: key.jpg, key.cls, key.json, and "
          + "key.NAME for columns of bytes; names of classes are in the member __classes__, an "
          + "object of label and name, which WebDataset passes over. A TFRecord file has them as "
          + "features named as TF-slim does, image/class/text for names. 'pcr convert' reads both "
          + "back. A folder has the images alone."
    },
    footer = {
      "",
      "Exit status: 0 all were written; 1 some could not be; 2 a pattern of --only matches no key.",
      "",
      "Examples:",
      "  pcr extract photos/ small/ --fidelity 3",
      "  pcr extract photos/ roses/ --only 'rose/*'",
      "  pcr extract photos/ photos.tar --to=tar --fidelity 5",
      "  pcr extract photos/ - --to=tar | tar -x -C there/",
      "  pcr extract photos/ photos.tfrecord.gz --to=tfrecord --compression=gzip"
    })
public final class ExtractCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Parameters(
      index = "1",
      paramLabel = "DEST",
      description = "Folder for the files; or the archive, - for standard output.")
  private Path destination;

  @Option(
      names = "--to",
      paramLabel = "FORM",
      description = "folder (the default), tar, tfrecord.",
      defaultValue = "FOLDER")
  private Form form;

  @Option(
      names = "--compression",
      paramLabel = "NAME[:LEVEL[:STRATEGY]]",
      description = "Of a TFRecord file: ${bundle:tfrecord.compression.names} (default: none).")
  private String compression;

  @Option(names = "--fidelity", paramLabel = "GROUP", description = "From 1 on; default: full.")
  private Integer fidelity;

  @Option(
      names = "--only",
      paramLabel = "GLOB",
      description = "Only keys that match: * within a name, ** across folders, ? one character.")
  private List<String> globs = List.of();

  @Option(
      names = "--degrade",
      description = "Write a damaged sample at the highest fidelity that is left of it.")
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
    AtomicReference<Consumer<String>> messages = new AtomicReference<>(terminal.err()::println);
    OutputReport totals = new OutputReport(line -> messages.get().accept("pcr: " + line));
    // What is written at a lower fidelity is all named, what is not written as far as one reads.
    Consumer<String> notices =
        degrade ? line -> messages.get().accept("pcr: " + Printable.line(line)) : totals::tell;
    DatasetFiles files = Datasets.find(dataset, notices);
    KeySelection wanted = KeySelection.of(globs);
    Set<Integer> damaged;
    Fidelity asked;
    try (PcrDataset opened = Datasets.open(files, onDamage, notices);
        Progress progress = new Progress(terminal, "extract", "file", opened.sampleCount(), -1)) {
      messages.set(progress::message);
      Fidelity fidelityOfAll = fidelity(opened.groupCount());
      try (SampleSink sink = sink(opened)) {
        Extraction extraction =
            new Extraction(
                opened,
                files.finder(),
                files.folder().isPresent(),
                fidelityOfAll,
                wanted,
                sink,
                totals,
                progress);
        extraction.run();
        damaged = extraction.damagedShards();
        asked = fidelityOfAll;
      }
    }
    String advice =
        degrade || json || damaged.isEmpty()
            ? ""
            : LowerFidelities.of(files, damaged, asked, KeySelection.of(globs))
                .advice(totals.failed());
    boolean isOutTaken = form != Form.FOLDER && ArchiveTarget.isStandardOutput(destination);
    PrintWriter answer = isOutTaken ? terminal.err() : terminal.out();
    answer.println(json ? json(totals, wanted) : text(totals) + advice);
    answer.flush();
    if (totals.givenWhole() > 0) {
      terminal.err().println("pcr: " + wholeNote(totals.givenWhole()));
    }
    return SelectionWords.status(wanted, totals.failed(), terminal);
  }

  private SampleSink sink(PcrDataset opened) throws IOException {
    if (compression != null && form != Form.TFRECORD) {
      throw new UsageException("--compression is for --to=tfrecord");
    }
    List<ClassName> classes = opened.manifest().map(Manifest::classNames).orElse(List.of());
    return switch (form) {
      case FOLDER -> new FolderSink(destination, Pcr.steps(spec));
      case TAR -> new TarSink(ArchiveTarget.open(destination, Pcr.steps(spec)), classes);
      case TFRECORD -> {
        TfRecordWriteOptions options = writeOptions();
        yield new TfRecordSink(ArchiveTarget.open(destination, Pcr.steps(spec)), options, classes);
      }
    };
  }

  private TfRecordWriteOptions writeOptions() {
    try {
      return compression == null
          ? TfRecordWriteOptions.DEFAULT
          : TfRecordWriteOptions.parse(compression);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--compression: " + e.getMessage());
    }
  }

  private Fidelity fidelity(int groupCount) {
    if (fidelity == null) {
      return Fidelity.FULL;
    }
    if (fidelity < 1 || fidelity > groupCount) {
      throw new UsageException("--fidelity " + fidelity + " is not in 1.." + groupCount);
    }
    return Fidelity.group(fidelity);
  }

  /** Who asked for a lower fidelity may not have meant to get whole images. */
  private static String wholeNote(long whole) {
    return Units.count(whole, "sample")
        + (whole == 1 ? " stands" : " stand")
        + " in shards with one fidelity, and "
        + (whole == 1 ? "was" : "were")
        + " given whole";
  }

  private String text(OutputReport totals) {
    String text =
        Printable.line(destination.toString())
            + ": "
            + Units.count(totals.written(), form == Form.FOLDER ? "file" : "sample")
            + " written, "
            + Units.bytes(totals.bytes());
    if (totals.givenWhole() > 0) {
      text += ", " + Units.count(totals.givenWhole()) + " of them whole";
    }
    if (totals.thereAlready() > 0) {
      text += ", " + Units.count(totals.thereAlready()) + " there already";
    }
    return totals.failed() == 0 ? text : text + ", " + Units.count(totals.failed()) + " failed";
  }

  private static String json(OutputReport totals, KeySelection wanted) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("written", totals.written()).put("there_already", totals.thereAlready());
    json.put("whole", totals.givenWhole());
    json.put("failed", totals.failed()).put("bytes", totals.bytes());
    return SelectionWords.putUnmatched(json, wanted).end().toString();
  }
}
