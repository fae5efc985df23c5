package io.pcr.tools.inspect;

import io.pcr.reader.find.DatasetFiles;
import io.pcr.tools.report.ReportModel;
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

/** Adds up what conversions left out of a dataset, as {@code rejects.jsonl} beside it says. */
final class RejectSummary {
  /** Of a list that is longer, the beginning tells enough. */
  private static final int READ_BYTES = 16 << 20;

  private static final int EXAMPLES = 8;

  private RejectSummary() {}

  /** Reads the list of a dataset in a local folder; nothing where there is none. */
  static ReportModel.LeftOut of(DatasetFiles files) throws IOException {
    Optional<Path> list = files.folder().map(folder -> folder.resolve(Conversion.REJECTS_NAME));
    if (files.manifest().isEmpty()
        || list.isEmpty()
        || !Files.isRegularFile(list.get(), LinkOption.NOFOLLOW_LINKS)) {
      return ReportModel.LeftOut.NOTHING;
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

  private static ReportModel.LeftOut add(String text, boolean isAll) {
    Map<String, Long> reasons = new HashMap<>();
    List<ReportModel.Unseen> examples = new ArrayList<>();
    text.lines()
        .map(JsonObject::parse)
        .flatMap(Optional::stream)
        .map(JsonObject::members)
        .forEach(
            reject -> {
              reasons.merge(said(reject, "reason"), 1L, Long::sum);
              if (examples.size() < EXAMPLES) {
                examples.add(new ReportModel.Unseen(said(reject, "path"), said(reject, "detail")));
              }
            });
    List<ReportModel.Reason> sorted =
        reasons.entrySet().stream()
            .map(entry -> new ReportModel.Reason(entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.comparingLong(ReportModel.Reason::count)
                    .reversed()
                    .thenComparing(ReportModel.Reason::name))
            .toList();
    return new ReportModel.LeftOut(sorted, isAll, examples);
  }

  private static String said(Map<String, Object> reject, String name) {
    return reject.get(name) instanceof String text ? text : "unknown";
  }
}
