package io.pcr.reader.check;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Printable;
import java.util.Optional;

/**
 * One damage: what is wrong, where it is, and what can still be read. Immutable.
 *
 * @param file the name of the shard, the manifest or the index
 * @param sample position of the sample in the shard; {@link #NONE} when the damage does not concern
 *     a sample
 * @param key of the sample; empty when the damage does not concern a sample
 * @param group of the slice; {@link #NONE} when the damage does not concern a slice
 * @param offset in the file
 * @param problem what the check found there, in one line
 * @param readable what can still be read, in words
 * @param limit the reader's limit that the file exceeds; empty when no limit is the problem
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
  /** The value of {@code sample} or {@code group} when there is none. */
  public static final int NONE = -1;

  public Damage {
    requireNonNull(file, "file");
    requireNonNull(code, "code");
  }

  /** Damage to a file, or to a part of it that does not belong to a sample. */
  static Damage ofFile(String file, PcrException e, String readable) {
    return new Damage(
        file, NONE, "", NONE, e.offset(), e.code(), e.field(), e.getMessage(), readable, limit(e));
  }

  /** A file that is listed and not there. */
  static Damage missing(String file, String field, String readable) {
    return new Damage(
        file,
        NONE,
        "",
        NONE,
        0,
        ErrorCode.MALFORMED,
        field,
        "the file is missing",
        readable,
        Optional.empty());
  }

  /** Damage to a sample, or to its slice of a group. */
  static Damage ofSample(
      String file, int sample, String key, int group, PcrException e, String readable) {
    return new Damage(
        file, sample, key, group, e.offset(), e.code(), e.field(), problem(e), readable, limit(e));
  }

  private static String problem(PcrException e) {
    return e.problem();
  }

  /** The limit that an error names; empty when it names none. */
  static Optional<Limit> limit(PcrException e) {
    return e instanceof PcrException.LimitExceeded exceeded
        ? Optional.of(exceeded.limit())
        : Optional.empty();
  }

  /** Whether the damage concerns a sample. */
  public boolean isOfSample() {
    return sample != NONE;
  }

  /** The same damage with another {@code problem}. */
  public Damage withProblem(String value) {
    return new Damage(file, sample, key, group, offset, code, field, value, readable, limit);
  }

  /** The same damage with another {@code readable}. */
  public Damage withReadable(String value) {
    return new Damage(file, sample, key, group, offset, code, field, problem, value, limit);
  }

  /** The complete damage on one line that is safe to print. */
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
