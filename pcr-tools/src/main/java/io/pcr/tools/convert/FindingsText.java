package io.pcr.tools.convert;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.Findings.Found;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was found of a source, for a person. */
final class FindingsText {
  private FindingsText() {}

  /** One line for each finding. */
  static List<String> lines(ConversionOptions options, Findings findings) {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<Finding, Found> entry : findings.all().entrySet()) {
      lines.add(line(options, entry.getKey(), entry.getValue()));
    }
    return lines;
  }

  private static String line(ConversionOptions options, Finding finding, Found found) {
    boolean isOne = found.count() == 1;
    String examples = examples(found);
    return switch (finding) {
      case NOT_IMAGES ->
          "others    "
              + Units.count(found.count(), "file")
              + (isOne ? " is not an image" : " are not images")
              + examples;
      case EXCLUDED ->
          "excluded  "
              + Units.count(found.count(), "file")
              + examples
              + " by --include or --exclude";
      case PATTERNS_WITHOUT_FILE ->
          "patterns  "
              + Units.count(found.count())
              + " of --include and --exclude matched no file"
              + examples
              + "; * does not match a /, ** does";
      case ROWS_WITHOUT_IMAGE ->
          "labels    "
              + Units.count(found.count(), "row")
              + (isOne ? " names" : " name")
              + " no image"
              + examples;
      case IMAGES_WITHOUT_ROW ->
          "labels    "
              + Units.count(found.count(), "image")
              + (isOne ? " has" : " have")
              + " no row in the labels file"
              + examples;
      case VALUES_WITHOUT_FILE ->
          "columns   "
              + Units.count(found.count(), "value")
              + (isOne ? " has" : " have")
              + " no file"
              + examples;
      case COLUMN_NEAR_LABEL ->
          "labels    no column of the labels file is named \"label\"; is it"
              + examples
              + "? It has become a column";
      case LABELS_NOT_INTEGERS ->
          "labels    "
              + Units.count(found.count(), "sample")
              + (isOne ? " has" : " have")
              + " a cls that is not an integer"
              + examples
              + "; it is kept as the column cls and gives no label";
      case NEW_SINCE_LISTED ->
          "new       "
              + Units.count(found.count(), "file")
              + (isOne ? " has" : " have")
              + " been added to the source since this run began"
              + examples
              + (isOne ? " and is" : " and are")
              + " not in the dataset; add "
              + (isOne ? "it" : "them")
              + " with: pcr append "
              + Printable.line(options.out() + " " + options.source().root());
    };
  }

  private static String examples(Found found) {
    String more = found.count() > found.examples().size() ? ", …" : "";
    return found.examples().stream()
        .map(Printable::line)
        .collect(Collectors.joining(", ", " (", more + ")"));
  }
}
