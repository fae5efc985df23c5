package io.pcr.tools.convert;

import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.ArchiveFiles;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What inputs can come from. */
enum SourceKind {
  /** A folder of image files. */
  FOLDER,
  /** A tar, or a folder of tars. */
  TAR,
  /** Records of the reference implementation. */
  REFERENCE_PCR;

  /**
   * Finds out what a source is: a file is a tar; a folder with the reference implementation's index
   * holds its records; a folder whose files are tars, all of them, and that has no folder in it, is
   * a set of tars; every other folder is one of images.
   */
  static SourceKind of(Path source) throws IOException {
    if (Files.isRegularFile(source)) {
      return TAR;
    }
    if (!Files.isDirectory(source)) {
      return FOLDER;
    }
    if (ReferencePcrOptions.isSuch(source)) {
      return REFERENCE_PCR;
    }
    List<String> tars = ArchiveFiles.names(source, TarSourceOptions.SUFFIXES);
    try (Stream<Path> entries = Files.list(source)) {
      return !tars.isEmpty() && entries.count() == tars.size() ? TAR : FOLDER;
    }
  }

  /** The options of a source of this kind, all defaults. */
  SourceOptions options(Path source) {
    return switch (this) {
      case FOLDER -> FolderSourceOptions.of(source);
      case TAR -> TarSourceOptions.of(source);
      case REFERENCE_PCR -> ReferencePcrOptions.of(source);
    };
  }

  /** As the option names it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
