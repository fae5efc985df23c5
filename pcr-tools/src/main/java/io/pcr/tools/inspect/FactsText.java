package io.pcr.tools.inspect;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.tools.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The facts on one screen. */
final class FactsText {
  private static final String INDENT = "  ";
  private static final int NAMED_CLASSES = 3;

  private final DatasetFacts facts;
  private final List<String> lines = new ArrayList<>();

  private FactsText(DatasetFacts facts) {
    this.facts = facts;
  }

  /** The lines for a terminal of {@code width} columns. */
  static List<String> lines(DatasetFacts facts, int width) {
    FactsText text = new FactsText(facts);
    text.lines.add(text.headline());
    text.lines.addAll(text.summary().lines(INDENT, width));
    if (!facts.shards().isEmpty()) {
      text.lines.add("");
      text.lines.addAll(text.groups().lines(INDENT, width));
    }
    if (!facts.formats().isEmpty()) {
      text.lines.add("");
      text.lines.addAll(text.formats().lines(INDENT, width));
    }
    return text.lines;
  }

  private String headline() {
    String kind = facts.identity().isPresent() ? "dataset" : "shard";
    boolean known = !facts.variant().equals(DatasetFacts.UNKNOWN);
    String variant = known ? facts.variant().toUpperCase(Locale.ROOT) + " " : "";
    String headline = Printable.line(facts.name()) + ": " + variant + kind;
    return headline
        + facts.identity().map(i -> ", generation " + Units.count(i.generation())).orElse("");
  }

  private Table summary() {
    Table table = new Table().left("").left("");
    table.row("samples", samples());
    table.row("size", size());
    if (facts.variant().equals(DatasetFacts.MIXED)) {
      table.row("variants", variants());
    }
    if (facts.groups().size() > 1 && facts.wholeSamples() > 0) {
      table.row(
          "whole",
          Units.count(facts.wholeSamples(), "sample")
              + " in shards that have only full fidelity; each fidelity reads them");
    }
    if (facts.samples() > 0) {
      table.row("originals", originals());
    }
    GroupWords.fixed(facts)
        .ifPresent(
            s -> table.row("script", s.name() + ", " + Units.count(s.groupCount(), "group")));
    facts
        .targets()
        .ifPresent(
            t ->
                table.row(
                    "targets",
                    "by "
                        + t.way().name().toLowerCase(Locale.ROOT)
                        + ", "
                        + Units.count(t.groupCount(), "group")));
    if (facts.classes().count() > 0) {
      table.row("classes", classes());
    }
    if (facts.sides().largest().isPresent()) {
      table.row(
          "longer side",
          Units.range(
              facts.sides().smallest().getAsLong(), facts.sides().largest().getAsLong(), "pixel"));
    }
    if (!facts.columns().isEmpty()) {
      table.row("columns", columns());
    }
    long faulty = facts.faults().stream().map(DatasetFacts.Fault::shard).distinct().count();
    if (faulty > 0) {
      table.row("damage", "in " + Units.count(faulty, "shard") + "; 'pcr verify' lists all");
    }
    return table.withoutHead();
  }

  private String variants() {
    return facts.shards().stream()
        .collect(
            Collectors.groupingBy(
                DatasetFacts.ShardFacts::variant,
                TreeMap::new,
                Collectors.summingLong(DatasetFacts.ShardFacts::samples)))
        .entrySet()
        .stream()
        .map(e -> Units.count(e.getValue()) + " " + e.getKey())
        .collect(Collectors.joining(", "));
  }

  private String samples() {
    String samples = Units.count(facts.samples());
    if (facts.identity().isPresent()) {
      samples += " in " + Units.count(facts.shards().size(), "shard");
    }
    if (facts.sizes().largest().isPresent()) {
      samples +=
          ", " + sizes(facts.sizes().smallest().getAsLong(), facts.sizes().largest().getAsLong());
    }
    return samples;
  }

  private static String sizes(long least, long most) {
    String largest = Units.bytes(most) + " each";
    return least == most ? largest : Units.bytes(least) + " to " + largest;
  }

  private String size() {
    String size = Units.bytes(facts.bytes());
    if (facts.sourceBytes() > 0) {
      size +=
          ", "
              + Units.percent(facts.bytes(), facts.sourceBytes())
              + " of the originals' "
              + Units.bytes(facts.sourceBytes());
    }
    return size;
  }

  private String originals() {
    if (facts.restorable() == 0) {
      return facts.restoreBytes() == 0
          ? "cannot be restored: stored without restore data"
          : "cannot be restored: their restore data is damaged";
    }
    String cost =
        facts.restoreBytes() == 0
            ? "stored as they are"
            : Units.bytes(facts.restoreBytes()) + " of restore data";
    return facts.restorable() == facts.samples()
        ? "all can be restored byte for byte, " + cost
        : Units.count(facts.restorable())
            + " of "
            + Units.count(facts.samples())
            + " can be restored byte for byte, "
            + cost;
  }

  private String classes() {
    DatasetFacts.ClassFacts classes = facts.classes();
    String text =
        Units.count(classes.count())
            + ", "
            + Units.range(classes.fewest(), classes.most(), "sample")
            + " each";
    if (classes.unlabelled() > 0) {
      text += ", " + Units.count(classes.unlabelled()) + " without";
    }
    String largest =
        classes.largest().stream()
            .limit(NAMED_CLASSES)
            .map(l -> l.name().map(Printable::line).orElse(Long.toString(l.label())))
            .map(name -> Printable.cut(name, 24))
            .collect(Collectors.joining(", "));
    return text + ": " + largest + (classes.count() > NAMED_CLASSES ? ", …" : "");
  }

  private String columns() {
    return facts.columns().stream().map(FactsText::column).collect(Collectors.joining(", "));
  }

  private static String column(ColumnSpec column) {
    return column.name()
        + " ("
        + column.type().name().toLowerCase(Locale.ROOT)
        + ", "
        + column.placement().name().toLowerCase(Locale.ROOT)
        + ")";
  }

  private Table groups() {
    List<QualityPoint> quality =
        facts.identity().map(DatasetFacts.Identity::plainQuality).orElse(List.of());
    Table table = new Table().right("fidelity").right("adds").right("reads").right("share");
    if (!quality.isEmpty()) {
      table.right("MS-SSIM").right("p10");
    }
    table.left("what it adds");
    long whole = facts.groups().get(facts.groups().size() - 1).prefixLength();
    for (DatasetFacts.GroupFacts group : facts.groups()) {
      List<Object> cells = new ArrayList<>();
      cells.add(group.group());
      cells.add(Units.bytes(group.bytes()));
      cells.add(Units.bytes(group.prefixLength()));
      cells.add(Units.percent(group.prefixLength(), whole));
      if (!quality.isEmpty()) {
        QualityPoint point = quality.get(group.group() - 1);
        cells.add(String.format(Locale.ROOT, "%.4f", point.msSsimMean()));
        cells.add(String.format(Locale.ROOT, "%.4f", point.msSsimP10()));
      }
      cells.add(GroupWords.of(facts, group.group()));
      table.row(cells.toArray());
    }
    return table;
  }

  private Table formats() {
    Table table = new Table().left("stored as").right("samples").right("bytes");
    for (DatasetFacts.FormatFacts format : facts.formats()) {
      table.row(format.label(), Units.count(format.samples()), Units.bytes(format.bytes()));
    }
    return table;
  }
}
