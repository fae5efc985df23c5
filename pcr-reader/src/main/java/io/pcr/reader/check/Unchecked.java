package io.pcr.reader.check;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.text.Printable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;

/**
 * Something that the check could not check, so that it may or may not be intact: the system did not
 * allow reading it, or it needs a newer reader or a larger limit. Immutable.
 *
 * @param file the name of the shard or the manifest
 * @param code the error code when the reader cannot read it; empty when the system could not
 * @param problem what the problem is, in one line
 * @param limit the reader's limit that the file exceeds; empty when no limit is the problem
 * @param cause the exception of the system; empty when there was none
 */
public record Unchecked(
    String file,
    Optional<ErrorCode> code,
    String problem,
    Optional<Limit> limit,
    Optional<IOException> cause) {
  public Unchecked {
    requireNonNull(code, "code");
    requireNonNull(problem, "problem");
    requireNonNull(limit, "limit");
    requireNonNull(cause, "cause");
  }

  /** A file of which nothing could be read, with the reason from an error. */
  public static Unchecked ofFile(PcrException e) {
    String file = e.source().substring(e.source().lastIndexOf('/') + 1);
    return new Unchecked(
        file, Optional.of(e.code()), e.getMessage(), Damage.limit(e), Optional.empty());
  }

  static Unchecked refused(String file, String problem) {
    return new Unchecked(file, Optional.empty(), problem, Optional.empty(), Optional.empty());
  }

  static Unchecked refused(String file, IOException e) {
    String problem =
        e instanceof AccessDeniedException ? "permission denied" : String.valueOf(e.getMessage());
    return new Unchecked(file, Optional.empty(), problem, Optional.empty(), Optional.of(e));
  }

  /** Something that looked like damage and is not. */
  static Unchecked of(Damage found) {
    String of = "sample " + found.sample() + " \"" + found.key() + "\": " + found.field() + ": ";
    return new Unchecked(
        found.file(),
        Optional.of(found.code()),
        (found.isOfSample() ? of : "") + found.problem(),
        found.limit(),
        Optional.empty());
  }

  /** The same with another {@code problem}. */
  public Unchecked withProblem(String value) {
    return new Unchecked(file, code, value, limit, cause);
  }

  /** All of it on one line that is safe to print. */
  @Override
  public String toString() {
    return Printable.line(file + ": not checked to the end: " + problem);
  }
}
