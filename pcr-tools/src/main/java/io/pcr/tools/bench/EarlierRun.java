package io.pcr.tools.bench;

import io.pcr.tools.UsageException;
import io.pcr.writer.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an earlier run printed as JSON. */
final class EarlierRun {
  /** A run of all benches takes some kilobytes. */
  private static final int MAX_BYTES = 16 << 20;

  private EarlierRun() {}

  /** The values of its figures by {@link Figure#id}. */
  static Map<String, Double> read(Path file) throws IOException {
    if (Files.size(file) > MAX_BYTES) {
      throw notOurs(file);
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    JsonObject run = JsonObject.parse(text).orElseThrow(() -> notOurs(file));
    Map<String, Double> values = new LinkedHashMap<>();
    for (JsonObject figure : run.objects("figures")) {
      Object id = figure.members().get("id");
      Object value = figure.members().get("value");
      if (id instanceof String name && value instanceof Number number) {
        values.put(name, number.doubleValue());
      }
    }
    if (values.isEmpty()) {
      throw notOurs(file);
    }
    return values;
  }

  private static UsageException notOurs(Path file) {
    return new UsageException(file + ": not what 'pcr bench --json' printed");
  }
}
