package io.pcr.writer.source.kind;

import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.kind.UnclearSourceException.Reason;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What inputs can come from. */
public enum SourceKind {
  /** A folder of image files. */
  FOLDER,
  /** A tar, or a folder of tars. */
  TAR,
  /** A TFRecord file, or a folder of them. */
  TFRECORD,
  /** Records of the reference implementation. */
  REFERENCE_PCR;

  /**
   * Finds out what a source is, by what its files begin with. A folder has to be of one kind
   * throughout: nothing is guessed about a mixture.
   *
   * @throws UnclearSourceException when it is none, or several
   */
  public static SourceKind of(Path source) throws IOException {
    if (!Files.exists(source)) {
      return FOLDER; // Which is then said not to be there.
    }
    if (!Files.isDirectory(source)) {
      return SourceContents.kindOf(source)
          .orElseThrow(
              () ->
                  new UnclearSourceException(
                      Reason.UNKNOWN, source + " is not a folder, a tar or a TFRecord file"));
    }
    if (ManifestPublication.isDataset(source)) {
      throw new UnclearSourceException(Reason.DATASET, source + " is already a dataset");
    }
    return ReferencePcrOptions.isSuch(source)
        ? REFERENCE_PCR
        : SourceContents.of(source).kind(source);
  }

  /** A source of this kind, with the default options. */
  public SourceOptions options(Path source) {
    return switch (this) {
      case FOLDER -> FolderSourceOptions.of(source);
      case TAR -> TarSourceOptions.of(source);
      case TFRECORD -> TfRecordSourceOptions.of(source);
      case REFERENCE_PCR -> ReferencePcrOptions.of(source);
    };
  }

  /** {@code folder}, {@code tar}, {@code tfrecord}, {@code reference-pcr}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
