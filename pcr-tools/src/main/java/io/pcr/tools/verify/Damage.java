package io.pcr.tools.verify;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import io.pcr.tools.dataset.LimitOption;
import io.pcr.writer.json.JsonWriter;

/**
 * One thing that is wrong, where it is, and what it costs. Immutable.
 *
 * @param file the shard's name, or that of the manifest or index
 * @param sample position in the shard, {@link #NONE} when it is not about one
 * @param key of the sample, empty when it is not about one
 * @param group of the slice, {@link #NONE} when it is not about one
 * @param offset in the file
 * @param problem what was found there, one line
 * @param readable what can still be read
 */
public record Damage(
    String file,
    int sample,
    String key,
    int group,
    long offset,
    ErrorCode code,
    String field,
    String problem,
    String readable) {
  static final int NONE = -1;

  public Damage {
    requireNonNull(file, "file");
    requireNonNull(code, "code");
  }

  /** About a whole file, or a part of it that is not a sample's. */
  static Damage ofFile(String file, PcrException e, String readable) {
    String problem = e.getMessage() + LimitOption.advice(e);
    return new Damage(file, NONE, "", NONE, e.offset(), e.code(), e.field(), problem, readable);
  }

  /** About a sample, or its slice of a group. */
  static Damage ofSample(
      String file, int sample, String key, int group, PcrException e, String readable) {
    return new Damage(
        file, sample, key, group, e.offset(), e.code(), e.field(), problem(e), readable);
  }

  private static String problem(PcrException e) {
    return e.problem() + LimitOption.advice(e);
  }

  boolean isOfSample() {
    return sample != NONE;
  }

  Damage withReadable(String value) {
    return new Damage(file, sample, key, group, offset, code, field, problem, value);
  }

  /** All of it on one line, safe to print. */
  public String line() {
    StringBuilder line = new StringBuilder(Printable.line(file)).append(": ");
    if (isOfSample()) {
      line.append("sample ").append(sample).append(" \"").append(Printable.line(key)).append('"');
      if (group != NONE) {
        line.append(", group ").append(group);
      }
      line.append(", at ").append(offset).append(": ").append(code).append(", ");
    }
    line.append(Printable.line(problem)).append("; ").append(readable);
    return line.toString();
  }

  void json(JsonWriter json) {
    json.beginObject().put("shard", file).put("code", code.name()).put("field", field);
    if (isOfSample()) {
      json.put("sample", sample).put("key", key);
    }
    if (group != NONE) {
      json.put("group", group);
    }
    json.put("offset", offset).put("problem", problem).put("readable", readable).end();
  }
}
