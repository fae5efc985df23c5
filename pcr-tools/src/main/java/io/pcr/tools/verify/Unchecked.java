package io.pcr.tools.verify;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.text.Printable;
import io.pcr.writer.json.JsonWriter;
import java.util.Optional;

/**
 * What could not be checked, so that nobody knows whether it is whole: the system would not let us
 * read it, or it needs a newer reader or a larger limit. Immutable.
 *
 * @param file the shard's name, or the manifest's
 * @param code what the reader lacks; empty when it was the system
 * @param problem one line
 */
public record Unchecked(String file, Optional<ErrorCode> code, String problem) {
  public Unchecked {
    requireNonNull(code, "code");
    requireNonNull(problem, "problem");
  }

  static Unchecked refused(String file, String problem) {
    return new Unchecked(file, Optional.empty(), problem);
  }

  /** A file of which nothing could be read. */
  static Unchecked ofFile(PcrException e) {
    String file = e.source().substring(e.source().lastIndexOf('/') + 1);
    return new Unchecked(file, Optional.of(e.code()), advised(e.code(), e.getMessage()));
  }

  /** What looked like damage and is none. */
  static Unchecked of(Damage found) {
    String problem =
        found.isOfSample()
            ? "sample "
                + found.sample()
                + " \""
                + found.key()
                + "\": "
                + found.field()
                + ": "
                + found.problem()
            : found.problem();
    return new Unchecked(found.file(), Optional.of(found.code()), advised(found.code(), problem));
  }

  private static String advised(ErrorCode code, String problem) {
    return switch (code) {
      case UNSUPPORTED_VERSION, UNSUPPORTED_FEATURE, UNSUPPORTED_KIND ->
          problem + "; a newer version of pcr may know it";
      default -> problem;
    };
  }

  String line() {
    return Printable.line(file + ": not checked to its end: " + problem);
  }

  void json(JsonWriter json) {
    json.beginObject().put("shard", file);
    code.ifPresent(c -> json.put("code", c.name()));
    json.put("problem", problem).end();
  }
}
