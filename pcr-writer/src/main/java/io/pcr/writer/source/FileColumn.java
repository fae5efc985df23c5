package io.pcr.writer.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.text.RawNames;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A column whose values are files of the source, found by a pattern such as {@code
 * masks/{stem}.png}. {@code {stem}} is the image's key without its extension, {@code {dir}} is the
 * folder part of the key, and {@code {name}} is the rest of the stem. Patterns are relative to the
 * source folder.
 */
public record FileColumn(ColumnSpec column, String pattern) {
  private static final String STEM = "{stem}";
  private static final String DIR = "{dir}";
  private static final String NAME = "{name}";

  public FileColumn {
    Objects.requireNonNull(column, "column");
    if (!pattern.contains(STEM) && !pattern.contains(NAME)) {
      throw new IllegalArgumentException(
          "column " + column.name() + ": the pattern \"" + pattern + "\" has no {stem} or {name}");
    }
    for (String part : pattern.split("/", -1)) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new IllegalArgumentException(
            "column " + column.name() + ": \"" + pattern + "\" is not a path inside the source");
      }
    }
  }

  /**
   * Reads {@code name=pattern}, or {@code name:early=pattern} with any of {@code inline}, {@code
   * early}, {@code late} (the default), {@code bytes} (the default), {@code string} after colons.
   */
  public static FileColumn parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not of the form name=pattern, as in mask=masks/{stem}.png");
    }
    String[] parts = text.substring(0, equals).split(":", -1);
    Placement placement = Placement.LATE;
    ColumnType type = ColumnType.BYTES;
    for (int i = 1; i < parts.length; i++) {
      switch (parts[i].toLowerCase(Locale.ROOT)) {
        case "inline" -> placement = Placement.INLINE;
        case "early" -> placement = Placement.EARLY;
        case "late" -> placement = Placement.LATE;
        case "bytes" -> type = ColumnType.BYTES;
        case "string" -> type = ColumnType.STRING;
        default ->
            throw new IllegalArgumentException(
                "\""
                    + parts[i]
                    + "\" is not one of inline, early, late, bytes, string, in "
                    + text);
      }
    }
    return new FileColumn(new ColumnSpec(parts[0], type, placement), text.substring(equals + 1));
  }

  /** The path of the file that belongs to the image with this key. */
  public String pathFor(String key) {
    int slash = key.lastIndexOf('/');
    int dot = key.lastIndexOf('.');
    String stem = dot > slash + 1 ? key.substring(0, dot) : key;
    String path = pattern.replace(STEM, stem).replace(NAME, stem.substring(slash + 1));
    return slash < 0
        ? path.replace(DIR + "/", "").replace(DIR, "")
        : path.replace(DIR, key.substring(0, slash));
  }

  /** Where that file is when it is there. */
  public Path fileOf(Path folder, String key) {
    return RawNames.resolve(folder, pathFor(key).getBytes(StandardCharsets.UTF_8));
  }

  /** Matches the paths of such files. Files that match are not samples. */
  public Pattern paths() {
    StringBuilder regex = new StringBuilder();
    int at = 0;
    while (at < pattern.length()) {
      if (pattern.startsWith(STEM, at)) {
        regex.append(".+");
        at += STEM.length();
      } else if (pattern.startsWith(NAME, at)) {
        regex.append("[^/]+");
        at += NAME.length();
      } else if (pattern.startsWith(DIR + "/", at)) {
        regex.append("(?:.+/)?");
        at += DIR.length() + 1;
      } else if (pattern.startsWith(DIR, at)) {
        regex.append(".*");
        at += DIR.length();
      } else {
        regex.append(Pattern.quote(pattern.substring(at, at + 1)));
        at++;
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
