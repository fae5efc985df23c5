package io.pcr.writer.internal.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.source.LabelsFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Labels in JSON, one object a line. Its members are the columns, in the order of their names,
 * which may have {@linkplain ColumnWords words} behind them. Where no type is said, it follows from
 * the values; a column is of one kind. A member that is null or not there is no value. Immutable.
 */
record JsonLabels(Path path) implements LabelsFormat {
  /** What was seen of a column, and where first. */
  private static final class Seen {
    private final ColumnWords words;
    private final String member;
    private final JsonKinds kinds = new JsonKinds();
    private final long firstLine;
    private final String firstKind;

    Seen(ColumnWords words, String member, long line, Object value) {
      this.words = words;
      this.member = member;
      firstLine = line;
      firstKind = kind(value);
    }
  }

  @Override
  public Columns survey(LabelValues labels) throws IOException {
    Map<String, Seen> seen = new TreeMap<>();
    Map<String, ColumnWords> wordsByMember = new TreeMap<>();
    boolean hasLabels = false;
    try (JsonLines lines = new JsonLines(path)) {
      for (JsonObject object = lines.next(); object != null; object = lines.next()) {
        long line = lines.line();
        if (!object.members().containsKey(LabelsNames.PATH)) {
          throw withoutPath(line, object);
        }
        for (Map.Entry<String, Object> member : object.members().entrySet()) {
          ColumnWords words = wordsByMember.get(member.getKey());
          if (words == null) {
            words = words(line, member.getKey());
            wordsByMember.put(member.getKey(), words);
          }
          see(seen, words, line, member);
        }
        String label = label(line, object);
        if (!label.isEmpty()) {
          labels.see(line, label);
        }
        // A file that says of all images that they have no label has a column of labels, too.
        hasLabels |= object.isNull(LabelsNames.LABEL);
      }
    }
    hasLabels |= seen.remove(LabelsNames.LABEL) != null;
    seen.remove(LabelsNames.PATH);
    List<ColumnSpec> columns = new ArrayList<>();
    for (Seen column : seen.values()) {
      columns.add(spec(column));
    }
    List<String> names = columns.stream().map(ColumnSpec::name).toList();
    Optional<String> near = hasLabels ? Optional.empty() : LabelsNames.nearLabel(names);
    return new Columns(columns, hasLabels, Optional.empty(), near);
  }

  private ColumnWords words(long line, String member) throws LabelsFileException {
    try {
      ColumnWords words = ColumnWords.parse(member);
      boolean isRole =
          words.name().equals(LabelsNames.PATH) || words.name().equals(LabelsNames.LABEL);
      if (isRole && !words.name().equals(member)) {
        throw new LabelsFileException(path, line, "\"" + member + "\": write " + words.name());
      }
      int length = words.name().getBytes(UTF_8).length;
      if (length == 0 || length > ColumnSpec.MAX_NAME_LENGTH || !JsonValue.isUnicode(member)) {
        throw new LabelsFileException(
            path, line, "\"" + member + "\": the name of a column has 1 to 255 bytes of UTF-8");
      }
      return words;
    } catch (IllegalArgumentException e) {
      throw new LabelsFileException(path, line, "\"" + member + "\": " + e.getMessage(), e);
    }
  }

  private void see(
      Map<String, Seen> columns, ColumnWords words, long line, Map.Entry<String, Object> member)
      throws LabelsFileException {
    String name = words.name();
    Object value = member.getValue();
    if (value == JsonObject.OTHER) {
      throw new LabelsFileException(
          path,
          line,
          "column "
              + name
              + ": neither text, a number of 64 bits, true, false, nor a list of one of these; write"
              + " lists of lists one behind the other, and other objects as text");
    }
    Seen seen = columns.get(name);
    if (seen == null) {
      if (columns.size() == ShardMetadata.MAX_COLUMNS) {
        throw new LabelsFileException(
            path, line, "more than " + ShardMetadata.MAX_COLUMNS + " columns");
      }
      seen = new Seen(words, member.getKey(), line, value);
      columns.put(name, seen);
    } else if (!seen.member.equals(member.getKey())) {
      throw new LabelsFileException(
          path,
          line,
          "\"" + member.getKey() + "\" is \"" + seen.member + "\" on line " + seen.firstLine);
    }
    seen.kinds.add(value);
    boolean isStated = words.type().isPresent() || name.equals(LabelsNames.LABEL);
    if (!isStated && (seen.kinds.isMixed() || seen.kinds.isRounded())) {
      throw new LabelsFileException(
          path,
          line,
          "column "
              + name
              + ": "
              + kind(value)
              + " here, "
              + seen.firstKind
              + " on line "
              + seen.firstLine
              + ", and no type holds both as they are");
    }
  }

  private static String kind(Object value) {
    if (value instanceof List<?> list) {
      return list.isEmpty() ? "an empty list" : "a list with " + kind(list.get(0));
    } else if (value instanceof String text) {
      return JsonValue.isUnicode(text) ? "text" : "text that is not Unicode";
    } else if (value instanceof Boolean) {
      return "true or false";
    }
    return value instanceof Long integer ? "the integer " + integer : "the number " + value;
  }

  private ColumnSpec spec(Seen seen) throws LabelsFileException {
    String name = seen.words.name();
    Optional<ColumnSpec> found = seen.kinds.spec(name);
    if (found.isEmpty() && seen.words.type().isEmpty()) {
      throw new LabelsFileException(
          path,
          seen.firstLine,
          "column "
              + name
              + ": all its lists are empty; say what they hold, as in "
              + name
              + ":float32[]");
    }
    return seen.words.spec(found.orElse(null), seen.kinds.longest());
  }

  private LabelsFileException withoutPath(long line, JsonObject object) {
    boolean isCoco = object.members().keySet().containsAll(List.of("images", "annotations"));
    String advice =
        isCoco ? "; examples/coco/coco_to_jsonl.py makes labels of the annotations of COCO" : "";
    return new LabelsFileException(
        path, line, LabelsNames.withoutPath(object.members().keySet()) + advice);
  }

  private String label(long line, JsonObject object) throws LabelsFileException {
    Object label = object.members().get(LabelsNames.LABEL);
    if (label == null || label instanceof Long) {
      return label == null ? "" : label.toString();
    } else if (label instanceof String text) {
      return CsvReader.trim(text);
    }
    throw new LabelsFileException(path, line, "a label is an integer or text");
  }

  @Override
  public void read(Columns columns, Rows rows) throws IOException {
    List<String> names = columns.columns().stream().map(ColumnSpec::name).toList();
    try (JsonLines lines = new JsonLines(path)) {
      for (JsonObject object = lines.next(); object != null; object = lines.next()) {
        long line = lines.line();
        Object[] values = new Object[names.size()];
        for (Map.Entry<String, Object> member : object.members().entrySet()) {
          String name = words(line, member.getKey()).name();
          int column = names.indexOf(name);
          if (column >= 0) {
            values[column] = value(line, columns.columns().get(column), member.getValue());
          } else if (!name.equals(LabelsNames.PATH) && !name.equals(LabelsNames.LABEL)) {
            throw new LabelsFileException(path, line, "the file changed while it was read");
          }
        }
        if (!(object.members().get(LabelsNames.PATH) instanceof String key)) {
          throw new LabelsFileException(path, line, "its path is no text");
        }
        rows.row(line, key, label(line, object), Arrays.asList(values));
      }
    }
  }

  private Object value(long line, ColumnSpec column, Object json) throws LabelsFileException {
    return JsonValue.of(column, json)
        .orElseThrow(
            () ->
                new LabelsFileException(
                    path,
                    line,
                    "column " + column.name() + ": " + kind(json) + " is not " + column.kind()));
  }
}
