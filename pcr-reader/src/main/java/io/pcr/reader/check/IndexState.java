package io.pcr.reader.check;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.index.ManifestSource;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.tfrecord.internal.TfRecordShardKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The state of a dataset's index. An index contains only what the manifest and the shards also say,
 * so a damaged index loses nothing. Finding the state never writes and never follows a link.
 * Immutable.
 *
 * @param finding why the index cannot be used; empty when it can, or when it is a link
 * @param problem the finding in words; empty when there is none
 */
public record IndexState(Kind kind, Optional<IndexFinding> finding, String problem) {
  /** The kinds of state. */
  public enum Kind {
    /** The index is intact and belongs to this generation. */
    INTACT,
    /** There is no index, for example because only the shards were copied. */
    MISSING,
    /**
     * The index seems intact, but belongs to another state of the dataset or to another version of
     * the format.
     */
    STALE,
    /**
     * Of a later generation than the manifest: the folder has an older manifest, and only the index
     * knows all shards.
     */
    NEWER,
    /** The index is not as it was written. */
    DAMAGED,
    /** The system does not allow reading the index. */
    UNREADABLE
  }

  public IndexState {
    requireNonNull(kind, "kind");
    requireNonNull(finding, "finding");
  }

  /**
   * Finds the state of the index of a dataset in a local folder. Empty for other datasets, which
   * have no index of their own.
   */
  public static Optional<IndexState> of(DatasetFiles files) throws IOException {
    if (files.folder().isEmpty() || files.manifest().isEmpty()) {
      return Optional.empty();
    }
    IndexState state = of(files.folder().get(), files.manifest().get());
    // Somebody may have published both while this one was reading.
    return state.kind == Kind.NEWER && files.isReplaced()
        ? Optional.of(new IndexState(Kind.STALE, state.finding, state.problem))
        : Optional.of(state);
  }

  private static IndexState of(Path folder, Manifest manifest) throws IOException {
    for (String name : List.of(IndexDirectory.FILE_NAME, IndexDirectory.SIDECAR_NAME)) {
      if (Files.isSymbolicLink(folder.resolve(name))) {
        String link = name + " is a symbolic link, which is not followed; remove it";
        return new IndexState(Kind.DAMAGED, Optional.empty(), link);
      }
    }
    Optional<IndexFinding> finding =
        IndexDirectory.check(
            folder, ManifestSource.of(manifest, folder, Limits.DEFAULT, TfRecordShardKeys::of));
    return finding
        .map(f -> new IndexState(kind(f), finding, f.toString()))
        .orElseGet(() -> new IndexState(Kind.INTACT, finding, ""));
  }

  private static Kind kind(IndexFinding finding) {
    return switch (finding.problem()) {
      case MISSING, ON_NETWORK -> Kind.MISSING;
      case OTHER_DATASET, OLDER_GENERATION, OTHER_SHARDS, INCOMPATIBLE -> Kind.STALE;
      case NEWER_GENERATION -> Kind.NEWER;
      case NOT_A_FILE, SIDECAR_DAMAGED, SIZE_MISMATCH, CHECKSUM_MISMATCH -> Kind.DAMAGED;
      case UNREADABLE -> Kind.UNREADABLE;
    };
  }

  /** This state as a damage; empty if it is not a damage. */
  public Optional<Damage> damage() {
    if (kind != Kind.DAMAGED && kind != Kind.NEWER) {
      return Optional.empty();
    }
    ErrorCode code = finding.map(f -> f.problem().code()).orElse(ErrorCode.MALFORMED);
    return Optional.of(
        new Damage(
            IndexDirectory.FILE_NAME,
            Damage.NONE,
            "",
            Damage.NONE,
            0,
            code,
            "Index",
            problem,
            kind == Kind.NEWER
                ? "the manifest is an older one and does not list what was added since"
                : "no sample is lost",
            Optional.empty()));
  }

  /** This state as something unchecked; empty when the index could be checked. */
  Optional<Unchecked> unchecked() {
    return kind == Kind.UNREADABLE
        ? Optional.of(Unchecked.refused(IndexDirectory.FILE_NAME, problem))
        : Optional.empty();
  }
}
