package io.pcr.tools.tune;

import io.pcr.advisor.internal.quality.Choice;
import io.pcr.advisor.internal.quality.ChoiceRates.Rates;
import io.pcr.advisor.internal.quality.MeasuredChoice;
import io.pcr.format.internal.text.Units;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What {@code pcr tune --study quality} prints.
 *
 * @param memory that a dataset has to fit into
 * @param images of the dataset
 * @param link speed of the slow link, in MB/s
 */
record QualityStudyReport(
    List<MeasuredChoice> choices, List<Rates> rates, long memory, long images, double link) {
  void print(StudyRequest request) {
    Terminal terminal = request.terminal();
    if (request.json()) {
      terminal.out().println(json());
    } else {
      costs().lines("  ", terminal.outColumns()).forEach(terminal.out()::println);
      if (!rates.isEmpty()) {
        terminal.out().println();
        speeds().lines("  ", terminal.outColumns()).forEach(terminal.out()::println);
      }
      terminal.out().println();
      advice(terminal);
    }
    terminal.out().flush();
  }

  private double originalBytes() {
    return choices.get(0).bytes();
  }

  private boolean fits(MeasuredChoice choice) {
    return choice.bytes() * images <= memory;
  }

  private Table costs() {
    Table table =
        new Table()
            .left("choice")
            .right("bytes")
            .right("of originals")
            .right("kept")
            .right("encode ms")
            .right("decode ms")
            .right("MS-SSIM")
            .left("fits");
    for (MeasuredChoice choice : choices) {
      table.row(
          choice.choice(),
          Units.bytes(Math.round(choice.bytes())),
          decimals("%.3f", choice.bytes() / originalBytes()),
          decimals("%.0f%%", 100 * choice.copied()),
          decimals("%.2f", choice.encodeMillis()),
          decimals("%.2f", choice.decodeMillis()),
          decimals("%.4f", choice.msSsim()),
          fits(choice) ? "yes" : "no");
    }
    return table;
  }

  private Table speeds() {
    Table table =
        new Table()
            .left("images/s")
            .right("memory")
            .right("disk")
            .right("link, " + Math.round(link) + " MB/s");
    for (Rates rate : rates) {
      table.row(
          rate.choice(),
          Math.round(rate.memory()),
          Math.round(rate.disk()),
          Math.round(rate.link()));
    }
    return table;
  }

  private void advice(Terminal terminal) {
    terminal
        .out()
        .println(
            "The highest quality of "
                + Units.count(images, "image")
                + " that fits into "
                + Units.bytes(memory)
                + ":");
    for (Choice.Family family : Choice.Family.values()) {
      Optional<MeasuredChoice> highest =
          MeasuredChoice.highestThatFits(choices, family, memory, images);
      terminal.out().println("  " + family + ": " + highest.map(this::words).orElse("none"));
    }
    terminal
        .out()
        .println(
            "Of all, "
                + MeasuredChoice.bestThatFits(choices, memory, images)
                    .map(best -> best.choice() + " shows most.")
                    .orElse("none fits."));
  }

  private String words(MeasuredChoice choice) {
    return choice.choice()
        + ", "
        + Units.bytes(Math.round(choice.bytes() * images))
        + ", MS-SSIM "
        + decimals("%.4f", choice.msSsim());
  }

  private static String decimals(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private String json() {
    JsonWriter json =
        JsonWriter.indented().beginObject().put("memory", memory).put("images", images);
    json.beginArray("choices");
    for (MeasuredChoice choice : choices) {
      json.beginObject()
          .put("choice", choice.choice().toString())
          .put("bytes", choice.bytes())
          .put("copied", choice.copied())
          .put("encode_ms", choice.encodeMillis())
          .put("decode_ms", choice.decodeMillis())
          .put("ms_ssim", choice.msSsim())
          .put("fits", fits(choice))
          .end();
    }
    json.end().beginArray("rates");
    for (Rates rate : rates) {
      json.beginObject()
          .put("choice", rate.choice().toString())
          .put("memory", rate.memory())
          .put("disk", rate.disk())
          .put("link", rate.link())
          .end();
    }
    json.end();
    MeasuredChoice.bestThatFits(choices, memory, images)
        .ifPresent(best -> json.put("best", best.choice().toString()));
    return json.end().toString();
  }
}
