package io.pcr.tools.quality;

import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyMeasurement;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.NothingMeasuredException;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.dataset.Datasets;
import io.pcr.tools.dataset.Notices;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.publish.CurvePublication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
      "Measure what each fidelity shows and costs, and recommend the lowest one that is good"
          + " enough.",
      "The images are compared as any decoder shows them at full size, and as the dataset's"
          + " targets say.",
      "The manifest keeps the curve, so that readers can find a fidelity for a quality."
    },
    footer = {
      "",
      "Examples:",
      "  pcr quality photos/",
      "  pcr quality photos/ --at=224 --reconstruction=both",
      "  pcr quality photos/ --beside-copies",
      "  pcr quality photos/ --target 0.98 --images 500 --no-store --json"
    })
public final class QualityCommand implements Callable<Integer>, ReadsDataset {
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

  @Mixin private ViewingArguments viewing;

  @Mixin private MeasuredPixels pixels;

  @Option(
      names = "--beside-copies",
      description = {
        "Also report what separate JPEG copies (of the same sampling) and WebP copies would"
            + " cost, with one quality for all images, for the mean MS-SSIM of each fidelity. This"
            + " takes about thirty times as long as the curve."
      })
  private boolean besideCopies;

  @Option(names = "--no-store", description = "Do not store the curve in the manifest.")
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
    Notices notices = new Notices(terminal);
    DatasetFiles files = Datasets.find(dataset, notices).withoutLostParts();
    List<DatasetFacts.Fault> lost = DatasetFacts.Fault.ofLostParts(files);
    for (DatasetFacts.Fault fault : lost) {
      notices.accept(fault.shard() + ": " + fault.problem() + "; 'pcr repair' saves them");
    }
    Optional<Path> kept = placeToKeep(files, terminal);
    if (kept.isPresent() && files.isReplaced()) {
      // A writer died between its generation and the copy, which is mended by now.
      files = Datasets.find(dataset, notices);
    }
    List<QualityMeasure> measures =
        viewing.measures(files.manifest().flatMap(Manifest::targets), pixels.most());
    List<QualityCurve> curves;
    Optional<CopyComparison> copies;
    try (PcrDataset opened = Datasets.open(files, pixels.limits(), notices)) {
      curves = measure(opened, measures, terminal);
      copies =
          besideCopies ? Optional.of(copies(opened, curves.get(0), terminal)) : Optional.empty();
    }
    if (curves.get(0).overLimit() > 0) {
      terminal.err().println("pcr: passed over: " + pixels.overLimit(curves.get(0).overLimit()));
    }
    files.manifest().flatMap(Manifest::targets).ifPresent(t -> warn(curves, t, terminal));
    OptionalLong stored =
        kept.isPresent() ? keep(kept.get(), files, curves, notices) : OptionalLong.empty();
    QualityAnswer answer =
        new QualityAnswer(
            files.name(), curves, copies, target, QualityAnswer.wholeSamples(files), stored);
    if (json) {
      terminal.out().println(QualityJson.of(answer));
    } else {
      new QualityText(answer, terminal.out(), terminal.outColumns()).print();
    }
    terminal.out().flush();
    return lost.isEmpty() ? ExitCode.OK : ExitCode.FOUND;
  }

  /** What is stated of the groups is a prediction; here it is compared with what was measured. */
  private static void warn(List<QualityCurve> curves, GroupTargets targets, Terminal terminal) {
    for (QualityCurve curve : curves) {
      if (curve.measure().equals(targets.measure())) {
        curve.points().stream()
            .filter(point -> point.group() < targets.groupCount())
            .filter(p -> p.msSsimMean() < targets.target(p.group()) - STATED_WITHIN)
            .forEach(point -> terminal.err().println(warning(point, targets)));
      }
    }
  }

  private static String warning(QualityCurve.Point point, GroupTargets targets) {
    return String.format(
        Locale.ROOT,
        "pcr: fidelity %d has a mean MS-SSIM of %.4f, the dataset states %s",
        point.group(),
        point.msSsimMean(),
        targets.target(point.group()));
  }

  private OptionalLong keep(
      Path folder, DatasetFiles files, List<QualityCurve> curves, Notices notices)
      throws IOException {
    Manifest measured = files.manifest().orElseThrow();
    List<MeasuredCurve> measurements = curves.stream().map(QualityCurve::toManifest).toList();
    Manifest next =
        CurvePublication.publish(folder, measured, measurements, notices, Pcr.steps(spec));
    return OptionalLong.of(next.generation());
  }

  private List<QualityCurve> measure(
      PcrDataset opened, List<QualityMeasure> measures, Terminal terminal) throws IOException {
    long wanted = Math.min(images, ProgressiveSamples.of(opened).count());
    try (Progress progress = new Progress(terminal, "quality", "image", wanted, -1)) {
      return FidelityMeasurement.of(opened)
          .images(images)
          .maxPixels(pixels.most())
          .measures(measures)
          .progress(progress)
          .measureEach();
    } catch (NothingMeasuredException e) {
      if (e.reason() == NothingMeasuredException.Reason.OVER_LIMIT) {
        throw new IOException(MeasuredPixels.why(e), e);
      }
      throw new UsageException(MeasuredPixels.why(e));
    }
  }

  private CopyComparison copies(PcrDataset opened, QualityCurve curve, Terminal terminal)
      throws IOException {
    try (Progress progress = new Progress(terminal, "copies", "image", -1, -1)) {
      MeasuredImages measured =
          new MeasuredImages().images(images).maxPixels(pixels.most()).progress(progress);
      return CopyMeasurement.of(opened, measured).measure(curve.partialMeans());
    }
  }

  /** The folder whose manifest is to keep the curve; what forbids it is said before measuring. */
  private Optional<Path> placeToKeep(DatasetFiles files, Terminal terminal) throws IOException {
    Optional<Path> folder = files.folder();
    if (noStore || folder.isEmpty() || files.manifest().isEmpty()) {
      return Optional.empty();
    }
    if (!files.lostParts().isEmpty()) {
      terminal.err().println("pcr: the curve is not kept, as it is not that of the whole dataset");
      return Optional.empty();
    }
    if (!Files.isWritable(folder.get())) {
      terminal.err().println("pcr: " + folder.get() + ": no right to write, the curve is not kept");
      return Optional.empty();
    }
    try {
      CurvePublication.requireStorable(folder.get());
    } catch (RunRejectedException e) {
      throw new UsageException(e.getMessage() + "; or measure with --no-store");
    }
    return folder;
  }
}
