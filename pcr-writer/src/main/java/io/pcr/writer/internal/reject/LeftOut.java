package io.pcr.writer.internal.reject;

import io.pcr.reader.find.DatasetFiles;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.internal.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What conversions left out of a dataset, as {@code rejects.jsonl} beside it says. Immutable.
 *
 * @param reasons the most frequent first
 * @param isAll false when there are more than were counted
 * @param examples the first of them
 */
public record LeftOut(List<Reason> reasons, boolean isAll, List<Example> examples) {
  /** Everything got in. */
  public static final LeftOut NOTHING = new LeftOut(List.of(), true, List.of());

  /** Of a list that is longer, the beginning tells enough. */
  private static final int READ_BYTES = 16 << 20;

  private static final int EXAMPLES = 8;

  public LeftOut {
    reasons = List.copyOf(reasons);
    examples = List.copyOf(examples);
  }

  /** Why inputs were left out, and how many. */
  public record Reason(String name, long count) {}

  /** An input that was left out. */
  public record Example(String path, String detail) {}

  /** How many inputs were left out for all reasons. */
  public long count() {
    return reasons.stream().mapToLong(Reason::count).sum();
  }

  /** Reads the list of a dataset in a local folder; nothing where there is none. */
  public static LeftOut of(DatasetFiles files) throws IOException {
    Optional<Path> list = files.folder().map(folder -> folder.resolve(Conversion.REJECTS_NAME));
    if (files.manifest().isEmpty()
        || list.isEmpty()
        || !Files.isRegularFile(list.get(), LinkOption.NOFOLLOW_LINKS)) {
      return LeftOut.NOTHING;
    }
    byte[] read;
    try (InputStream in = Files.newInputStream(list.get())) {
      read = in.readNBytes(READ_BYTES);
    }
    boolean isAll = read.length < READ_BYTES;
    String text = new String(read, StandardCharsets.UTF_8);
    if (!isAll) {
      text = text.substring(0, text.lastIndexOf('\n') + 1);
    }
    return add(text, isAll);
  }

  private static LeftOut add(String text, boolean isAll) {
    Map<String, Long> reasons = new HashMap<>();
    List<Example> examples = new ArrayList<>();
    text.lines()
        .map(JsonObject::parse)
        .flatMap(Optional::stream)
        .map(JsonObject::members)
        .forEach(
            reject -> {
              reasons.merge(said(reject, "reason"), 1L, Long::sum);
              if (examples.size() < EXAMPLES) {
                examples.add(new Example(said(reject, "path"), said(reject, "detail")));
              }
            });
    List<Reason> sorted =
        reasons.entrySet().stream()
            .map(entry -> new Reason(entry.getKey(), entry.getValue()))
            .sorted(Comparator.comparingLong(Reason::count).reversed().thenComparing(Reason::name))
            .toList();
    return new LeftOut(sorted, isAll, examples);
  }

  private static String said(Map<String, Object> reject, String name) {
    return reject.get(name) instanceof String text ? text : "unknown";
  }
}
