package io.pcr.tools.inspect;

import io.pcr.format.error.PcrException;
import io.pcr.reader.PcrDataset;
import io.pcr.tools.dataset.Parallel;
import io.pcr.tools.quality.DatasetMeasurement;
import io.pcr.tools.quality.QualityCurve;
import io.pcr.tools.report.ReportModel;
import io.pcr.tools.terminal.Progress;
import io.pcr.tools.terminal.Units;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Makes a report of the facts of a dataset and of some of its pictures. For one use. */
final class ReportBuilder {
  /** Where no curve is kept in the manifest; a page should take seconds. */
  private static final int MEASURED_IMAGES = 24;

  private static final int LISTED_CLASSES = 8;
  private static final double TARGET = 0.95;

  private final DatasetFacts facts;
  private final PcrDataset dataset;
  private final String version;

  ReportBuilder(DatasetFacts facts, PcrDataset dataset, String version) {
    this.facts = facts;
    this.dataset = dataset;
    this.version = version;
  }

  private record Curve(List<DatasetFacts.QualityFacts> points, long measured) {
    static final Curve NONE = new Curve(List.of(), 0);

    OptionalInt lowestFor(double target) {
      return IntStream.range(0, points.size())
          .filter(g -> points.get(g).msSsimMean() >= target)
          .map(g -> g + 1)
          .findFirst();
    }
  }

  ReportModel build(Progress progress) throws IOException {
    Map<Long, String> classNames = new HashMap<>();
    facts
        .classes()
        .largest()
        .forEach(label -> label.name().ifPresent(n -> classNames.put(label.label(), n)));
    Curve curve = curve(progress);
    OptionalInt recommended = curve.lowestFor(TARGET);
    return new ReportModel(
        facts.name(),
        cards(curve, recommended),
        groups(curve),
        parts(),
        new PictureChoice(dataset, classNames).choose(),
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
        version);
  }

  private Curve curve(Progress progress) throws IOException {
    if (facts.groups().size() == 1) {
      return Curve.NONE;
    }
    List<DatasetFacts.QualityFacts> kept =
        facts.identity().map(DatasetFacts.Identity::quality).orElse(List.of());
    if (!kept.isEmpty()) {
      return new Curve(kept, 0);
    }
    QualityCurve measured;
    try {
      measured =
          new DatasetMeasurement(dataset).measure(MEASURED_IMAGES, Parallel.processors(), progress);
    } catch (PcrException.Corrupt | PcrException.NotPcr | NoSuchFileException e) {
      // A curve of what is left would be one of other images than the next.
      return Curve.NONE;
    }
    List<DatasetFacts.QualityFacts> points =
        measured.points().stream()
            .map(
                p ->
                    new DatasetFacts.QualityFacts(
                        p.meanBytes(),
                        p.msSsimMean(),
                        p.msSsimP10(),
                        p.msSsimP1(),
                        p.psnrMean(),
                        p.decodeRelative()))
            .toList();
    return new Curve(points, measured.images());
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
    long damaged = facts.faults().stream().map(DatasetFacts.Fault::shard).distinct().count();
    if (damaged > 0) {
      cards.add(
          new ReportModel.Fact(
              Units.count(damaged), "damaged shards", "'pcr verify' lists all damage"));
    }
    facts
        .identity()
        .ifPresent(
            i ->
                cards.add(
                    new ReportModel.Fact(
                        Units.count(i.generation()),
                        "generation",
                        facts.scripts().map(s -> s.name() + " script").orElse(""))));
    return cards;
  }

  private List<ReportModel.Group> groups(Curve curve) {
    List<ReportModel.Group> groups = new ArrayList<>();
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      boolean measured = !curve.points().isEmpty();
      double mean = measured ? curve.points().get(group.group() - 1).msSsimMean() : Double.NaN;
      double p10 = measured ? curve.points().get(group.group() - 1).msSsimP10() : Double.NaN;
      groups.add(
          new ReportModel.Group(
              group.group(), group.adds(), group.bytes(), group.prefixLength(), mean, p10));
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
