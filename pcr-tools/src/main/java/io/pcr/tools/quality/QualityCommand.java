package io.pcr.tools.quality;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.shard.ShardVariant;
import io.pcr.format.text.Printable;
import io.pcr.format.text.Units;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.NothingMeasuredException;
import io.pcr.reader.quality.ProgressiveSamples;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.json.JsonWriter;
import io.pcr.writer.publish.CurvePublication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr quality}. */
@Command(
    name = "quality",
    description = {
      "Measure what each fidelity shows and costs, and recommend the lowest that is good enough.",
      "The curve is kept in the manifest, where readers find a fidelity for a quality."
    },
    footer = {
      "",
      "Examples:",
      "  pcr quality photos/",
      "  pcr quality photos/ --target 0.98 --images 500 --no-store --json"
    })
public final class QualityCommand implements Callable<Integer> {
  private static final int MAX_IMAGES = 1_000_000;

  /** How far the mean of the measured images may be below what is stated. */
  private static final double STATED_WITHIN = .003;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DATASET",
      description = "A dataset's folder, a shard, or the http(s) URI of one of them.")
  private String dataset;

  @Option(
      names = "--target",
      paramLabel = "MS-SSIM",
      defaultValue = "0.95",
      description = "The mean MS-SSIM that is good enough; default ${DEFAULT-VALUE}.")
  private double target;

  @Option(
      names = "--images",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many images to measure, spread evenly; default ${DEFAULT-VALUE}.")
  private int images;

  @Mixin private MeasuredPixels pixels;

  @Option(names = "--no-store", description = "Leave the manifest as it is.")
  private boolean noStore;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (!(target > 0 && target <= 1)) {
      throw new UsageException("--target " + target + " is not in 0..1");
    }
    if (images < 1 || images > MAX_IMAGES) {
      throw new UsageException("--images " + images + " is not in 1.." + MAX_IMAGES);
    }
    Terminal terminal = Terminal.of(spec);
    Notices notices = new Notices(terminal.err()::println);
    DatasetFiles files = Datasets.find(dataset, notices);
    Optional<Path> kept = placeToKeep(files, terminal);
    QualityCurve curve = measure(files, notices, terminal);
    if (curve.overLimit() > 0) {
      terminal.err().println("pcr: passed over: " + pixels.overLimit(curve.overLimit()));
    }
    files.manifest().flatMap(Manifest::targets).ifPresent(t -> warn(curve, t, terminal));
    OptionalLong stored = OptionalLong.empty();
    if (kept.isPresent()) {
      Manifest measured = files.manifest().orElseThrow();
      stored =
          OptionalLong.of(
              CurvePublication.publish(
                      kept.get(), measured, List.of(curve.toManifest()), Pcr.steps(spec))
                  .generation());
    }
    if (json) {
      terminal.out().println(json(files, curve, stored));
    } else {
      text(files, curve, stored, terminal);
    }
    terminal.out().flush();
    return ExitCode.OK;
  }

  /** What is stated of the groups is a prediction; here it is held to what was measured. */
  private static void warn(QualityCurve curve, GroupTargets targets, Terminal terminal) {
    if (!targets.measure().equals(curve.measure())) {
      return;
    }
    for (QualityCurve.Point point : curve.points()) {
      if (point.group() < targets.groupCount()
          && point.msSsimMean() < targets.target(point.group()) - STATED_WITHIN) {
        terminal
            .err()
            .printf(
                Locale.ROOT,
                "pcr: fidelity %d has a mean MS-SSIM of %.4f, the dataset states %s%n",
                point.group(),
                point.msSsimMean(),
                targets.target(point.group()));
      }
    }
  }

  private QualityCurve measure(DatasetFiles files, Notices notices, Terminal terminal)
      throws IOException {
    try (PcrDataset opened = Datasets.open(files, pixels.limits(), notices)) {
      long wanted = Math.min(images, ProgressiveSamples.of(opened).count());
      try (Progress progress = new Progress(terminal, "quality", "image", wanted, -1)) {
        return FidelityMeasurement.of(opened)
            .images(images)
            .maxPixels(pixels.most())
            .progress(progress)
            .measure();
      }
    } catch (NothingMeasuredException e) {
      if (e.reason() == NothingMeasuredException.Reason.OVER_LIMIT) {
        throw new IOException(MeasuredPixels.why(e), e);
      }
      throw new UsageException(MeasuredPixels.why(e));
    }
  }

  /** The folder whose manifest is to keep the curve; what forbids it is said before measuring. */
  private Optional<Path> placeToKeep(DatasetFiles files, Terminal terminal) throws IOException {
    Optional<Path> folder = files.folder();
    if (noStore || folder.isEmpty() || files.manifest().isEmpty()) {
      return Optional.empty();
    }
    if (!Files.isWritable(folder.get())) {
      terminal.err().println("pcr: " + folder.get() + ": no right to write, the curve is not kept");
      return Optional.empty();
    }
    try {
      CurvePublication.requireStorable(folder.get());
    } catch (RunRefusedException e) {
      throw new UsageException(e.getMessage() + "; or measure with --no-store");
    }
    return folder;
  }

  /** Samples that every fidelity reads whole. */
  private static long wholeSamples(DatasetFiles files) {
    return files.manifest().stream()
        .flatMap(manifest -> manifest.shards().stream())
        .filter(shard -> shard.variant() != ShardVariant.PCR)
        .mapToLong(ShardEntry::sampleCount)
        .sum();
  }

  private void text(
      DatasetFiles files, QualityCurve curve, OptionalLong stored, Terminal terminal) {
    terminal
        .out()
        .println(
            Printable.line(files.name()) + ": measured on " + Units.count(curve.images(), "image"));
    Table table = new Table().right("fidelity").right("reads").right("share").right("MS-SSIM");
    table.right("p10").right("p1").right("PSNR").right("decodes");
    long whole = curve.points().get(curve.points().size() - 1).prefixBytes();
    for (QualityCurve.Point point : curve.points()) {
      table.row(
          point.group(),
          Units.bytes(point.prefixBytes()),
          Units.percent(point.prefixBytes(), whole),
          digits("%.4f", point.msSsimMean()),
          digits("%.4f", point.msSsimP10()),
          digits("%.4f", point.msSsimP1()),
          Double.isFinite(point.psnrMean()) ? digits("%.1f dB", point.psnrMean()) : "equal",
          digits("%.2f×", point.decodeRelative()));
    }
    table.lines("  ", terminal.outColumns()).forEach(terminal.out()::println);
    long samples = wholeSamples(files);
    if (samples > 0) {
      String text =
          " of Liquid and TFRecord shards, in what each fidelity reads, as they are whole";
      terminal.out().println("  with " + Units.count(samples, "sample") + text);
    }
    terminal.out().println(recommendation(curve, whole));
    stored.ifPresent(
        generation ->
            terminal
                .out()
                .println("kept in the manifest, as generation " + Units.count(generation)));
  }

  private String recommendation(QualityCurve curve, long whole) {
    OptionalInt group = curve.lowestFor(target);
    if (group.isEmpty()) {
      return "no fidelity has a mean MS-SSIM of " + target;
    }
    QualityCurve.Point point = curve.points().get(group.getAsInt() - 1);
    return "fidelity "
        + group.getAsInt()
        + " is the lowest with a mean MS-SSIM of at least "
        + target
        + ": "
        + Units.percent(point.prefixBytes(), whole)
        + " of the bytes, decoded "
        + digits("%.1f", point.decodeRelative())
        + " times as fast as full fidelity";
  }

  private static String digits(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private String json(DatasetFiles files, QualityCurve curve, OptionalLong stored) {
    JsonWriter out = JsonWriter.indented().beginObject().put("name", files.name());
    out.put("images", curve.images()).put("target", target);
    out.put("whole_samples", wholeSamples(files)).put("over_limit", curve.overLimit());
    curve.lowestFor(target).ifPresent(group -> out.put("recommended_group", group));
    stored.ifPresent(generation -> out.put("stored_generation", generation));
    out.beginArray("fidelities");
    for (QualityCurve.Point point : curve.points()) {
      out.beginObject().put("group", point.group()).put("prefix_bytes", point.prefixBytes());
      out.put("mean_bytes", point.meanBytes()).put("ms_ssim_mean", point.msSsimMean());
      out.put("ms_ssim_p10", point.msSsimP10()).put("ms_ssim_p1", point.msSsimP1());
      out.put("psnr_mean", point.psnrMean());
      out.put("decode_relative", point.decodeRelative()).end();
    }
    return out.end().end().toString();
  }
}
