package io.pcr.format.index;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;

/** Why an index on disk was not used, with what was found. Immutable. */
public record IndexFinding(Problem problem, String detail) {
  public IndexFinding {
    requireNonNull(problem, "problem");
    requireNonNull(detail, "detail");
  }

  @Override
  public String toString() {
    return problem + ": " + detail;
  }

  /** Why an index on disk was not used. */
  public enum Problem {
    /** There is no index file, or no sidecar. */
    MISSING(ErrorCode.MALFORMED),
    /** The path is a directory or another thing that is not a file. */
    NOT_A_FILE(ErrorCode.MALFORMED),
    /** The operating system does not let the files be read. */
    UNREADABLE(ErrorCode.MALFORMED),
    /** The sidecar is not of its form. */
    SIDECAR_DAMAGED(ErrorCode.MALFORMED),
    /** The file's size is not the sidecar's. */
    SIZE_MISMATCH(ErrorCode.MALFORMED),
    /** The file's SHA-256 is not the sidecar's. */
    CHECKSUM_MISMATCH(ErrorCode.CHECKSUM_MISMATCH),
    /** The index is for another dataset. */
    OTHER_DATASET(ErrorCode.MALFORMED),
    /** The index is for an earlier generation of the dataset. */
    OLDER_GENERATION(ErrorCode.MALFORMED),
    /**
     * The index is for a later generation than the manifest at hand; it is right for others and
     * left alone.
     */
    NEWER_GENERATION(ErrorCode.MALFORMED),
    /** The file is intact, but this version of the library, or this machine, cannot use it. */
    INCOMPATIBLE(ErrorCode.UNSUPPORTED),
    /**
     * The file is on a network file system, from which it is not mapped unless that is asked for.
     */
    ON_NETWORK(ErrorCode.UNSUPPORTED),
    /** The shards in the index are not those of the manifest. */
    OTHER_SHARDS(ErrorCode.MALFORMED);

    private final ErrorCode code;

    Problem(ErrorCode code) {
      this.code = code;
    }

    /** The error code of an exception that says so. */
    public ErrorCode code() {
      return code;
    }

    /**
     * True when a publisher that has moved one of the two files into place shows this until it
     * moves the other.
     */
    public boolean mayBeHalfPublished() {
      return this == SIZE_MISMATCH
          || this == CHECKSUM_MISMATCH
          || this == MISSING
          || this == OLDER_GENERATION;
    }
  }
}
