package io.pcr.tools.tune;

import io.pcr.advisor.Advice;
import io.pcr.advisor.Outcome;
import io.pcr.advisor.measure.Spread;
import io.pcr.advisor.model.Way;
import io.pcr.format.internal.text.Units;
import io.pcr.tools.terminal.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The advice for a terminal: one line, the command, and a table. */
final class TuneText {
  /** The columns of the table. */
  static final List<String> HEADS =
      List.of(
          "stored as",
          "fidelity",
          "MS-SSIM",
          "cache",
          "bytes",
          "decode ms",
          "p10-p90",
          "predicted",
          "measured",
          "error",
          "images/s");

  private static final double MILLIS = 1e3;

  private TuneText() {}

  static List<String> lines(AdviceWords words, int width) {
    Advice advice = words.advice();
    List<String> lines = new ArrayList<>();
    lines.add(words.line());
    if (advice.best().isEmpty()) {
      return lines;
    }
    lines.add("  " + words.command());
    words.failure().ifPresent(lines::add);
    lines.add("");
    lines.addAll(table(words).lines("", width));
    lines.add("");
    lines.add(words.machine());
    words.storage().ifPresent(lines::add);
    words.rival().ifPresent(lines::add);
    return lines;
  }

  private static Table table(AdviceWords words) {
    Table table = new Table().left(HEADS.get(0));
    HEADS.subList(1, HEADS.size() - 1).forEach(table::right);
    table.left(HEADS.get(HEADS.size() - 1));
    for (Outcome each : words.advice().outcomes()) {
      List<Object> cells = new ArrayList<>(figures(each));
      cells.add(0, each.predicted().way().form().text());
      cells.add(words.reason(each));
      table.row(cells.toArray());
    }
    return table;
  }

  /** The cells of a way between its form and its reason. */
  static List<String> figures(Outcome outcome) {
    Way way = outcome.predicted().way();
    Spread decode = way.decode();
    return List.of(
        AdviceWords.fidelity(way),
        way.quality().stream().mapToObj(AdviceWords::trimmed).findFirst().orElse("?"),
        way.cache().name().toLowerCase(Locale.ROOT),
        Units.bytes(Math.round(way.bytes())),
        String.format(Locale.ROOT, "%.2f", decode.mean() * MILLIS),
        String.format(Locale.ROOT, "%.2f-%.2f", decode.p10() * MILLIS, decode.p90() * MILLIS),
        Units.count(Math.round(outcome.predicted().rate())),
        outcome.measured().map(run -> Units.count(Math.round(run.rate()))).orElse(""),
        outcome.error().stream()
            .mapToObj(error -> String.format(Locale.ROOT, "%+.1f%%", 100 * error))
            .findFirst()
            .orElse(""));
  }
}
