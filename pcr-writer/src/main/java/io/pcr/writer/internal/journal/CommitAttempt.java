package io.pcr.writer.internal.journal;

import java.util.Objects;
import java.util.UUID;

/**
 * A generation that a run was about to create (R-COMMIT-9). A run that is resumed finds out by it
 * whether it has committed already. Immutable.
 *
 * @param generation its number
 * @param commitId in its root
 */
public record CommitAttempt(long generation, UUID commitId) {
  private static final String SEPARATOR = " ";

  public CommitAttempt {
    Objects.requireNonNull(commitId, "commitId");
  }

  String toText() {
    return generation + SEPARATOR + commitId;
  }

  static CommitAttempt parse(String text) {
    String[] fields = text.split(SEPARATOR, 2);
    if (fields.length < 2) {
      throw new IllegalArgumentException("no commit attempt: " + text);
    }
    return new CommitAttempt(Long.parseLong(fields[0]), UUID.fromString(fields[1]));
  }
}
