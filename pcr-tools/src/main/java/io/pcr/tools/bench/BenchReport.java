package io.pcr.tools.bench;

import io.pcr.format.internal.text.Units;
import io.pcr.tools.bench.Figure.Unit;
import io.pcr.tools.terminal.Table;
import io.pcr.writer.internal.json.JsonWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a run measured, as a table and as JSON.
 *
 * @param images how many images it was measured on
 * @param imageBytes their bytes as files
 * @param before what an earlier run measured, by {@link Figure#id}; empty without one
 */
record BenchReport(long images, long imageBytes, List<Figure> figures, Map<String, Double> before) {
  BenchReport {
    figures = List.copyOf(figures);
    before = Map.copyOf(before);
  }

  List<String> lines(int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Units.count(images, "image") + ", " + Units.bytes(imageBytes) + " as files; " + machine());
    Table table = new Table().left("what").right("measured").right("times").left("as good as");
    if (!before.isEmpty()) {
      table.right("before").right("times that");
    }
    for (Figure figure : figures) {
      table.row(row(figure).toArray());
    }
    lines.addAll(table.lines("", columns));
    return lines;
  }

  private List<Object> row(Figure figure) {
    List<Object> row = new ArrayList<>();
    row.add(figure.id());
    row.add(text(figure.unit(), figure.value()));
    row.add(figure.ratio().map(BenchReport::ratio).orElse(""));
    row.add(
        figure
            .beside()
            .map(beside -> beside.name() + ", " + text(figure.unit(), beside.value()))
            .orElse(""));
    if (!before.isEmpty()) {
      Optional<Double> old = Optional.ofNullable(before.get(figure.id()));
      row.add(old.map(value -> text(figure.unit(), value)).orElse(""));
      row.add(old.map(value -> ratio(figure.times(value))).orElse(""));
    }
    return row;
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }

  private static String text(Unit unit, double value) {
    return switch (unit) {
      case BYTES_PER_SECOND -> Units.bytesPerSecond(value);
      case IMAGES_PER_SECOND -> Units.count(Math.round(value)) + " images/s";
      case MICROSECONDS -> String.format(Locale.ROOT, "%.1f us", value);
    };
  }

  String json(Instant when) {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("date", when.toString()).put("machine", machine());
    json.put("images", images).put("image_bytes", imageBytes).beginArray("figures");
    for (Figure figure : figures) {
      json.beginObject().put("id", figure.id()).put("bench", figure.bench());
      json.put("name", figure.name())
          .put("unit", figure.unit().text())
          .put("value", figure.value());
      if (figure.beside().isPresent()) {
        json.put("beside", figure.beside().get().name());
        json.put("beside_value", figure.beside().get().value());
        json.put("ratio", figure.ratio().orElseThrow());
      }
      Double old = before.get(figure.id());
      if (old != null) {
        json.put("before", old).put("times_before", figure.times(old));
      }
      json.end();
    }
    return json.end().end().toString();
  }

  private static String machine() {
    return Runtime.getRuntime().availableProcessors()
        + " processors, "
        + System.getProperty("os.name")
        + " "
        + System.getProperty("os.arch")
        + ", Java "
        + Runtime.version().feature();
  }
}
