package io.pcr.tools.convert;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.shard.ShardVariant;
import io.pcr.tools.terminal.Table;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.convert.DryRun;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.reject.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a conversion did, for a person. */
final class SummaryText {
  /** Files of fewer bytes are more header than picture. */
  private static final long TINY_BYTES = 2 << 10;

  private SummaryText() {}

  static List<String> lines(ConversionOptions options, ConversionSummary summary, int width) {
    InputCounts tally = summary.tally();
    boolean isOfBefore = summary.manifest().shardCount() > 0;
    if (summary.added().isEmpty() && (isOfBefore || tally.get(Count.PRESENT) > 0)) {
      return nothingNew(options, summary);
    }
    long source = tally.get(Count.SOURCE_BYTES);
    List<String> lines = new ArrayList<>();
    lines.add(
        Printable.line(options.out().toString())
            + ": "
            + Units.count(tally.get(Count.SAMPLES), "image")
            + " in "
            + Units.count(summary.added().size(), "shard")
            + (summary.manifest().generation() > 1
                ? " added, generation " + summary.manifest().generation()
                : ""));
    lines.add(
        "size      "
            + Units.bytes(summary.shardBytes())
            + ", "
            + Units.percent(summary.shardBytes(), source)
            + " of the originals' "
            + Units.bytes(source));
    boolean scanGroups = options.variant().variant() == ShardVariant.PCR;
    boolean whole = options.variant().variant() == ShardVariant.LIQUID;
    lines.add("restore   " + restore(tally, summary, whole));
    if (options.variant() instanceof LiquidVariant liquid) {
      lines.add("formats   " + formats(tally, liquid.mix()));
    }
    if (options.variant().variant() != ShardVariant.TFRECORD) {
      lines.addAll(KindsText.lines(tally, options.encode()));
    }
    addPresent(lines, tally);
    addLeftOut(lines, options, summary);
    lines.add("time      " + time(summary, source));
    if (scanGroups && areTiny(summary, source)) {
      lines.add(
          "hint      such small images grow, because a shard stores a header and sizes for"
              + " each sample;");
      lines.add("          --variant=tfrecord stores the files as they are");
    }
    if (scanGroups && !summary.added().isEmpty()) {
      lines.add("");
      lines.addAll(groups(summary, source, width));
    }
    return lines;
  }

  private static List<String> nothingNew(ConversionOptions options, ConversionSummary summary) {
    List<String> lines = new ArrayList<>();
    long present = summary.tally().get(Count.PRESENT);
    String images = Units.count(present, "image");
    lines.add(
        Printable.line(options.out().toString())
            + (present == 0
                ? ": nothing was added"
                : ": nothing new: "
                    + (summary.rejects() == 0 ? "all " + images : images)
                    + " are in the dataset already"));
    addPresent(lines, summary.tally());
    addLeftOut(lines, options, summary);
    return lines;
  }

  private static void addPresent(List<String> lines, InputCounts tally) {
    long present = tally.get(Count.PRESENT);
    if (present == 0) {
      return;
    }
    lines.add(
        "skipped   "
            + Units.count(present)
            + " already in the dataset, by the checksums of their originals;");
    lines.add("          the stored samples were not read; 'pcr verify' does that");
    long lost = tally.get(Count.PRESENT_WITHOUT_ORIGINAL);
    if (lost > 0) {
      lines.add(
          "          "
              + Units.count(lost)
              + " of them cannot be restored: they were stored without their originals");
    }
    long damaged = tally.get(Count.PRESENT_WITH_DAMAGED_ORIGINAL);
    if (damaged > 0) {
      lines.add(
          "          "
              + Units.count(damaged)
              + " of them may not be restored: the restore data of their shards is damaged;"
              + " 'pcr verify' says where");
    }
  }

  private static void addLeftOut(
      List<String> lines, ConversionOptions options, ConversionSummary summary) {
    if (summary.rejects() > 0) {
      lines.add(
          "left out  "
              + Units.count(summary.rejects())
              + reasons(summary)
              + ", see "
              + Printable.line(options.out().resolve(Conversion.REJECTS_NAME).toString()));
    }
    lines.addAll(FindingsText.lines(options, summary.findings()));
  }

  private static String reasons(ConversionSummary summary) {
    return Stream.of(RejectReason.values())
        .filter(reason -> reason != RejectReason.OTHER_FILE)
        .filter(reason -> summary.listed().containsKey(reason))
        .map(reason -> Units.count(summary.listed().get(reason)) + " " + reason)
        .collect(Collectors.joining(", ", " (", ")"));
  }

  private static boolean areTiny(ConversionSummary summary, long source) {
    long samples = summary.tally().get(Count.SAMPLES);
    return summary.shardBytes() > source && samples > 0 && source / samples < TINY_BYTES;
  }

  private static String restore(InputCounts tally, ConversionSummary summary, boolean liquid) {
    long kept = tally.get(Count.SAMPLES) - tally.get(Count.RESTORE_NONE);
    if (kept == 0) {
      return liquid
          ? "originals are not kept, except those of images that already had their format"
          : "originals are not kept";
    }
    String whole =
        tally.get(Count.RESTORE_ORIGINAL) == 0
            ? ""
            : ", " + Units.count(tally.get(Count.RESTORE_ORIGINAL)) + " of them stored as copies";
    return Units.count(kept)
        + " of "
        + Units.count(tally.get(Count.SAMPLES))
        + " originals can be restored, for "
        + Units.bytes(summary.restoreBytes())
        + whole;
  }

  /** What the samples are, and what they were to be where that differs. */
  private static String formats(InputCounts tally, FormatMix mix) {
    Map<Encoding, Long> wanted = mix.counts(tally.get(Count.SAMPLES));
    List<String> found = new ArrayList<>();
    boolean asWanted = true;
    for (Encoding encoding : Encoding.values()) {
      if (encoding.isLiquid()) {
        long count = tally.get(Count.valueOf(encoding.name()));
        asWanted &= count == wanted.getOrDefault(encoding, 0L);
        if (count > 0) {
          found.add(label(encoding, count));
        }
      }
    }
    String formats = String.join(", ", found);
    if (asWanted) {
      return formats;
    }
    String mixed =
        wanted.entrySet().stream()
            .map(entry -> label(entry.getKey(), entry.getValue()))
            .collect(Collectors.joining(", "));
    return formats
        + "; the mix asks for "
        + mixed
        + ": some images were left out or kept their own format";
  }

  private static String label(Encoding encoding, long count) {
    return Units.count(count) + " " + encoding.name().toLowerCase(Locale.ROOT);
  }

  private static String time(ConversionSummary summary, long source) {
    double seconds = Math.max(1e-3, summary.elapsed().toNanos() / 1e9);
    if (summary.resumed()) {
      return Units.duration(summary.elapsed()) + " since it was resumed";
    }
    return Units.duration(summary.elapsed())
        + ", "
        + Units.count(Math.round(summary.tally().get(Count.SAMPLES) / seconds))
        + " images/s, "
        + Units.bytesPerSecond(source / seconds);
  }

  private static List<String> groups(ConversionSummary summary, long source, int width) {
    Table table = new Table().right("fidelity").right("bytes").right("of originals");
    for (int group = 1; group <= summary.manifest().groupCount(); group++) {
      long bytes = summary.prefixBytes(group);
      table.row(group, Units.bytes(bytes), Units.percent(bytes, source));
    }
    return table.lines("", width);
  }

  static List<String> lines(ConversionOptions options, DryRun.Report report) {
    String types =
        report.byType().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(entry -> Units.count(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", "));
    List<String> lines = new ArrayList<>();
    lines.add(
        Units.count(report.inputs(), "file")
            + ", "
            + Units.bytes(report.inputBytes())
            + (report.classes() == 0 ? "" : ", labels of " + report.classes() + " classes"));
    lines.add("images    " + (types.isEmpty() ? "none" : types));
    lines.add(
        "left out  "
            + Units.count(report.leftOut())
            + " would be left out, and so would inputs that are found damaged when they are"
            + " read");
    lines.addAll(FindingsText.lines(options, report.findings()));
    lines.add("shards    about " + Units.count(report.shards()));
    lines.add("nothing was written");
    return lines;
  }
}
