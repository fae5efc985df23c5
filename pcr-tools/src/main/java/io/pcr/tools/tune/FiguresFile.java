package io.pcr.tools.tune;

import io.pcr.advisor.KnownFigures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.tools.UsageException;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The file of what has been measured, with which the next call goes on. */
final class FiguresFile {
  private static final int MOST_BYTES = 1 << 22;
  private static final String FIGURES = "figures";
  private static final String WHAT = "what";
  private static final String VALUES = "values";

  private FiguresFile() {}

  /**
   * Reads it, if there is one, and writes it whenever something is added.
   *
   * @param file null when nothing is kept
   */
  static KnownFigures read(Path file) throws IOException {
    KnownFigures known =
        new KnownFigures(
            figures -> {
              if (file != null) {
                write(file, figures);
              }
            });
    if (file == null || Files.notExists(file)) {
      return known;
    }
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
      throw none(file);
    }
    try {
      JsonObject json = JsonObject.parse(Files.readString(file)).orElseThrow(() -> none(file));
      for (JsonObject figure : json.objects(FIGURES)) {
        String values = String.valueOf(figure.members().get(VALUES));
        known.add(
            String.valueOf(figure.members().get(WHAT)),
            Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray());
      }
      return known;
    } catch (CharacterCodingException | IllegalArgumentException e) {
      throw none(file);
    }
  }

  private static UsageException none(Path file) {
    return new UsageException(file + " is not a file that 'pcr tune --state' wrote");
  }

  private static void write(Path file, KnownFigures known) throws IOException {
    JsonWriter json = JsonWriter.indented().beginObject().beginArray(FIGURES);
    known
        .all()
        .forEach(
            (what, values) -> {
              StringBuilder text = new StringBuilder();
              for (double value : values) {
                text.append(text.isEmpty() ? "" : " ").append(value);
              }
              json.beginObject().put(WHAT, what).put(VALUES, text.toString()).end();
            });
    String text = json.end().end() + "\n";
    AtomicFile.write(file.toAbsolutePath(), DurableSteps.NONE, StandardCharsets.UTF_8.encode(text));
  }
}
