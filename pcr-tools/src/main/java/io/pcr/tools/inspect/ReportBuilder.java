package io.pcr.tools.inspect;

import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.media.MediaType;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyCurve;
import io.pcr.reader.internal.copies.CopyMeasurement;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.reader.internal.facts.TypicalSamples;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.NothingMeasuredException;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.tools.Version;
import io.pcr.tools.quality.MeasuredPixels;
import io.pcr.tools.report.ReportModel;
import io.pcr.tools.terminal.Progress;
import io.pcr.writer.internal.reject.LeftOut;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes a report of the facts of a dataset and of some of its pictures. For one use. */
final class ReportBuilder {
  /** Where no curve is kept in the manifest; a page should take seconds. */
  private static final int MEASURED_IMAGES = 24;

  private static final int LISTED_CLASSES = 8;
  private static final double TARGET = 0.95;

  private static final int NAMED_SHARDS = 4;

  private final DatasetFacts facts;
  private final DatasetFiles files;
  private final PcrDataset dataset;
  private final MeasuredPixels pixels;
  private final List<DatasetFacts.Fault> met = new ArrayList<>();

  /**
   * @param facts of the dataset that was found and opened
   */
  ReportBuilder(DatasetFacts facts, DatasetFiles files, PcrDataset dataset, MeasuredPixels pixels) {
    this.facts = facts;
    this.files = files;
    this.dataset = dataset;
    this.pixels = pixels;
  }

  /** What was found wrong with samples while the page was made; the facts do not have it. */
  List<DatasetFacts.Fault> met() {
    return List.copyOf(met);
  }

  /**
   * The curve of the dataset.
   *
   * @param why there is none, as a sentence; empty when there is one, or none is due
   */
  private record Curve(List<QualityPoint> points, long measured, String why) {
    static Curve none(String why) {
      return new Curve(List.of(), 0, why);
    }

    OptionalInt lowestFor(double target) {
      return IntStream.range(0, points.size())
          .filter(g -> points.get(g).msSsimMean() >= target)
          .map(g -> g + 1)
          .findFirst();
    }
  }

  /**
   * Builds the report.
   *
   * @param besideCopies whether to measure separate copies too, which takes minutes
   */
  ReportModel build(boolean besideCopies, Progress progress) throws IOException {
    Map<Long, String> classNames = new HashMap<>();
    facts
        .classes()
        .largest()
        .forEach(label -> label.name().ifPresent(n -> classNames.put(label.label(), n)));
    ProgressiveSamples progressive = ProgressiveSamples.of(dataset);
    Curve curve = curve(progressive, progress);
    PictureChoice choice;
    List<ReportModel.Picture> pictures;
    try (PictureVersions versions = new PictureVersions(pixels.most())) {
      TypicalSamples typical =
          new TypicalSamples(dataset, progressive, MediaType::isShownByBrowsers);
      choice = new PictureChoice(typical, versions, classNames);
      pictures = choice.choose();
    }
    choice.damaged().forEach(this::addFault);
    OptionalInt recommended = curve.lowestFor(TARGET);
    return new ReportModel(
        facts.name(),
        cards(curve, recommended),
        groups(curve),
        parts(),
        pictures,
        facts.sizes().histogram(),
        facts.sides().histogram(),
        classes(),
        facts.classes().count(),
        facts.formats().stream()
            .map(f -> new ReportModel.Share(f.label(), f.samples(), f.bytes()))
            .toList(),
        recommended.orElse(0),
        TARGET,
        curve.measured(),
        besideCopies ? copies(curve, progress) : List.of(),
        new ReportModel.Findings(
            choice.damaged().stream()
                .map(damaged -> new ReportModel.Unseen(damaged.sample(), damaged.why()))
                .toList(),
            curve.why(),
            LeftOut.of(files)),
        Version.text());
  }

  private void addFault(TypicalSamples.Damaged damaged) {
    String problem = damaged.sample() + " cannot be shown: " + damaged.why();
    met.add(new DatasetFacts.Fault(damaged.shard(), problem));
  }

  private Curve curve(ProgressiveSamples progressive, Progress progress) throws IOException {
    if (facts.groups().size() == 1 || progressive.count() == 0) {
      return Curve.none("");
    }
    List<QualityPoint> kept =
        facts.identity().map(DatasetFacts.Identity::plainQuality).orElse(List.of());
    if (!kept.isEmpty()) {
      return new Curve(kept, 0, "");
    }
    QualityCurve measured;
    try {
      measured =
          FidelityMeasurement.of(dataset)
              .images(MEASURED_IMAGES)
              .maxPixels(pixels.most())
              .progress(progress)
              .measure();
    } catch (NothingMeasuredException e) {
      return Curve.none("The fidelities were not measured. " + MeasuredPixels.why(e));
    } catch (PcrException | NoSuchFileException e) {
      // A curve of what is left would be one of other images than the next.
      return Curve.none("The fidelities were not measured. " + e.getMessage());
    }
    return new Curve(measured.toManifest().points(), measured.images(), "");
  }

  /** Of the images that {@code pcr quality} takes, unless it is told otherwise. */
  private List<ReportModel.Copies> copies(Curve curve, Progress progress) throws IOException {
    if (curve.points().isEmpty()) {
      return List.of();
    }
    List<Double> targets =
        curve.points().stream()
            .limit(curve.points().size() - 1)
            .map(QualityPoint::msSsimMean)
            .toList();
    CopyComparison measured =
        CopyMeasurement.of(
                dataset, new MeasuredImages().maxPixels(pixels.most()).progress(progress))
            .measure(targets);
    return measured.curves().stream().map(c -> copies(c, measured.fullBytes())).toList();
  }

  private static ReportModel.Copies copies(CopyCurve curve, double fullBytes) {
    return new ReportModel.Copies(
        curve.format().toString(),
        curve.points().stream()
            .map(p -> new ReportModel.CopyPoint(p.meanBytes() / fullBytes, p.msSsim()))
            .toList());
  }

  private List<ReportModel.Fact> cards(Curve curve, OptionalInt recommended) {
    List<ReportModel.Fact> cards = new ArrayList<>();
    cards.add(
        new ReportModel.Fact(
            Units.count(facts.samples()),
            "samples",
            "in " + Units.count(facts.shards().size(), "shard")));
    String ofOriginals =
        facts.sourceBytes() == 0
            ? ""
            : Units.percent(facts.bytes(), facts.sourceBytes()) + " of the originals";
    cards.add(new ReportModel.Fact(Units.bytes(facts.bytes()), "size", ofOriginals));
    if (recommended.isPresent()) {
      int group = recommended.getAsInt();
      DatasetFacts.GroupFacts at = facts.groups().get(group - 1);
      cards.add(
          new ReportModel.Fact(
              Units.bytes(at.prefixLength()),
              "read at fidelity " + group,
              String.format(
                  Locale.ROOT,
                  "MS-SSIM %.3f, decodes %.1f times as fast",
                  curve.points().get(group - 1).msSsimMean(),
                  curve.points().get(group - 1).decodeRelative())));
    }
    cards.add(
        new ReportModel.Fact(
            facts.restorable() == facts.samples() ? "all" : Units.count(facts.restorable()),
            "originals restorable",
            facts.restoreBytes() == 0
                ? ""
                : Units.bytes(facts.restoreBytes()) + " of restore data"));
    List<String> damaged =
        Stream.concat(facts.faults().stream(), met.stream())
            .map(DatasetFacts.Fault::shard)
            .distinct()
            .toList();
    if (!damaged.isEmpty()) {
      cards.add(damagedShards(damaged));
    }
    facts
        .identity()
        .ifPresent(
            i ->
                cards.add(
                    new ReportModel.Fact(
                        Units.count(i.generation()), "generation", GroupWords.label(facts))));
    return cards;
  }

  private ReportModel.Fact damagedShards(List<String> names) {
    int shown = Math.min(names.size(), NAMED_SHARDS);
    int more = names.size() - shown;
    String detail =
        String.join(", ", names.subList(0, shown))
            + (more > 0 ? " and " + Units.count(more) + " more" : "")
            + (met.isEmpty() ? "; 'pcr verify'" : "; 'pcr verify --deep'")
            + " lists all damage";
    String unit = names.size() == 1 ? "damaged shard" : "damaged shards";
    return new ReportModel.Fact(Units.count(names.size()), unit, detail);
  }

  private List<ReportModel.Group> groups(Curve curve) {
    List<ReportModel.Group> groups = new ArrayList<>();
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      boolean measured = !curve.points().isEmpty();
      double mean = measured ? curve.points().get(group.group() - 1).msSsimMean() : Double.NaN;
      double p10 = measured ? curve.points().get(group.group() - 1).msSsimP10() : Double.NaN;
      groups.add(
          new ReportModel.Group(
              group.group(),
              GroupWords.of(facts, group.group()),
              group.bytes(),
              group.prefixLength(),
              mean,
              p10));
    }
    return groups;
  }

  private List<ReportModel.Part> parts() {
    List<ReportModel.Part> parts = new ArrayList<>();
    parts.add(new ReportModel.Part("metadata", facts.metadataBytes()));
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      parts.add(new ReportModel.Part("group " + group.group(), group.bytes()));
    }
    parts.add(new ReportModel.Part("columns", facts.columnBytes()));
    parts.add(new ReportModel.Part("restore data", facts.restoreBytes()));
    return parts.stream().filter(part -> part.bytes() > 0).toList();
  }

  private List<ReportModel.Share> classes() {
    return facts.classes().largest().stream()
        .limit(LISTED_CLASSES)
        .map(
            l ->
                new ReportModel.Share(
                    l.name().orElse(Long.toString(l.label())), l.samples(), l.bytes()))
        .toList();
  }
}
