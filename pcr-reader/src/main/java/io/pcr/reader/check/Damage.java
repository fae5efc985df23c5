package io.pcr.reader.check;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import java.util.Optional;

/**
 * One thing that is wrong, where it is, and what it costs. Immutable.
 *
 * @param file the shard's name, or that of the manifest or index
 * @param sample position in the shard, {@link #NONE} when it is not about one
 * @param key of the sample, empty when it is not about one
 * @param group of the slice, {@link #NONE} when it is not about one
 * @param offset in the file
 * @param problem what was found there, one line
 * @param readable what can still be read, in words
 * @param limit the limit of the reader that it goes beyond, where that is what is wrong
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
    String readable,
    Optional<Limit> limit) {
  /** Stands for the sample or the group where there is none. */
  public static final int NONE = -1;

  public Damage {
    requireNonNull(file, "file");
    requireNonNull(code, "code");
  }

  /** About a whole file, or a part of it that is not a sample's. */
  static Damage ofFile(String file, PcrException e, String readable) {
    return new Damage(
        file, NONE, "", NONE, e.offset(), e.code(), e.field(), e.getMessage(), readable, limit(e));
  }

  /** About a sample, or its slice of a group. */
  static Damage ofSample(
      String file, int sample, String key, int group, PcrException e, String readable) {
    return new Damage(
        file, sample, key, group, e.offset(), e.code(), e.field(), problem(e), readable, limit(e));
  }

  private static String problem(PcrException e) {
    return e.problem();
  }

  /** The limit that an error is about, if it is about one. */
  static Optional<Limit> limit(PcrException e) {
    return e instanceof PcrException.LimitExceeded exceeded
        ? Optional.of(exceeded.limit())
        : Optional.empty();
  }

  /** Whether it is about a sample. */
  public boolean isOfSample() {
    return sample != NONE;
  }

  /** The same damage, and other words for what was found. */
  public Damage withProblem(String value) {
    return new Damage(file, sample, key, group, offset, code, field, value, readable, limit);
  }

  /** The same damage, and other words for what can still be read. */
  public Damage withReadable(String value) {
    return new Damage(file, sample, key, group, offset, code, field, problem, value, limit);
  }

  /** All of it on one line, safe to print. */
  @Override
  public String toString() {
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
}
