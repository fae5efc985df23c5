package io.pcr.advisor.internal.strategy;

import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * One run. Immutable.
 *
 * @param key what was run
 * @param preparation what was done once for it
 * @param seconds that the epoch took
 * @param cpuSeconds of all threads of the process
 * @param readBytes that were read from files, wherever they were
 * @param diskBytes of these that came from storage; empty where the system does not tell
 * @param isDirect whether the page cache was bypassed
 */
public record StrategyRow(
    Key key,
    Preparation preparation,
    double seconds,
    double cpuSeconds,
    long readBytes,
    OptionalLong diskBytes,
    boolean isDirect) {
  /**
   * What was run; no two rows of a study have equal keys.
   *
   * @param images where the images are, and how many there are
   * @param subject the pipeline
   * @param split the number of the split
   * @param last the last step that is done once
   * @param format as what its results are stored
   * @param samples how many pictures an epoch has
   * @param cache from where they come
   * @param threads of an epoch
   * @param shuffle where they are shuffled
   * @param run the number of the run, from 1
   */
  public record Key(
      String images,
      String subject,
      int split,
      String last,
      String format,
      int samples,
      String cache,
      int threads,
      String shuffle,
      int run) {}

  /**
   * What was done once.
   *
   * @param seconds that it took, with a thread for each processor
   * @param cpuSeconds of all threads
   * @param storedBytes that it left, or those of the originals when nothing was done
   */
  public record Preparation(double seconds, double cpuSeconds, long storedBytes) {}

  /** Pictures in a second. */
  public double rate() {
    return key.samples / seconds;
  }

  /** The values by their names, in a fixed order; null where there is none. */
  private Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("images", key.images);
    values.put("pipeline", key.subject);
    values.put("split", (long) key.split);
    values.put("last_step", key.last);
    values.put("format", key.format);
    values.put("samples", (long) key.samples);
    values.put("cache", key.cache);
    values.put("threads", (long) key.threads);
    values.put("shuffle", key.shuffle);
    values.put("run", (long) key.run);
    values.put("prepare_seconds", preparation.seconds);
    values.put("prepare_cpu_seconds", preparation.cpuSeconds);
    values.put("stored_bytes", preparation.storedBytes);
    values.put("samples_per_second", rate());
    values.put("seconds", seconds);
    values.put("cpu_seconds", cpuSeconds);
    values.put("read_bytes", readBytes);
    values.put("disk_bytes", diskBytes.isPresent() ? diskBytes.getAsLong() : null);
    values.put("direct", isDirect);
    return values;
  }

  /** One line of JSON. */
  public String toJson() {
    JsonWriter json = JsonWriter.compact().beginObject();
    values()
        .forEach(
            (name, value) -> {
              if (value instanceof Long number) {
                json.put(name, number);
              } else if (value instanceof Double number) {
                json.putExact(name, number);
              } else if (value instanceof Boolean truth) {
                json.put(name, truth);
              } else {
                json.put(name, (String) value);
              }
            });
    return json.end().toString();
  }

  /** A line of {@link #toJson}; empty when it is none. */
  static Optional<StrategyRow> parse(String line) {
    Optional<JsonObject> object = JsonObject.parse(line);
    if (object.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> members = object.get().members();
    try {
      Key key =
          new Key(
              (String) members.get("images"),
              (String) members.get("pipeline"),
              integer(members.get("split")),
              (String) members.get("last_step"),
              (String) members.get("format"),
              integer(members.get("samples")),
              (String) members.get("cache"),
              integer(members.get("threads")),
              (String) members.get("shuffle"),
              integer(members.get("run")));
      Preparation preparation =
          new Preparation(
              (Double) members.get("prepare_seconds"),
              (Double) members.get("prepare_cpu_seconds"),
              (Long) members.get("stored_bytes"));
      return Optional.of(
          new StrategyRow(
              key,
              preparation,
              (Double) members.get("seconds"),
              (Double) members.get("cpu_seconds"),
              (Long) members.get("read_bytes"),
              members.get("disk_bytes") instanceof Long disk
                  ? OptionalLong.of(disk)
                  : OptionalLong.empty(),
              (Boolean) members.get("direct")));
    } catch (NullPointerException | ClassCastException | ArithmeticException e) {
      return Optional.empty(); // Another program's line.
    }
  }

  private static int integer(Object value) {
    return Math.toIntExact((Long) value);
  }

  /** The head of {@link #toCsv}. */
  String csvHead() {
    return String.join(",", values().keySet());
  }

  /** One line of CSV. */
  String toCsv() {
    return values().values().stream()
        .map(value -> value == null ? "" : value.toString())
        .map(text -> text.matches("[^,\"\n\r]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"")
        .collect(Collectors.joining(","));
  }
}
