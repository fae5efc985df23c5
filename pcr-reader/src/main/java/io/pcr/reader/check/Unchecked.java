package io.pcr.reader.check;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;

/**
 * What could not be checked, so that nobody knows whether it is intact: the system did not let it
 * be read, or it needs a newer reader or a larger limit. Immutable.
 *
 * @param file the shard's name, or the manifest's
 * @param code what the reader lacks; empty when it was the system
 * @param problem one line
 * @param limit the limit of the reader that it goes beyond, where that is what is wrong
 * @param cause what the system said, where it said it with an exception
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

  /** A file of which nothing could be read, as its error says. */
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

  /** What looked like damage and is none. */
  static Unchecked of(Damage found) {
    String of = "sample " + found.sample() + " \"" + found.key() + "\": " + found.field() + ": ";
    return new Unchecked(
        found.file(),
        Optional.of(found.code()),
        (found.isOfSample() ? of : "") + found.problem(),
        found.limit(),
        Optional.empty());
  }

  /** The same, and other words for why. */
  public Unchecked withProblem(String value) {
    return new Unchecked(file, code, value, limit, cause);
  }

  /** All of it on one line, safe to print. */
  @Override
  public String toString() {
    return Printable.line(file + ": not checked to its end: " + problem);
  }
}
