package io.pcr.writer.source.kind;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.internal.source.ImageNames;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.kind.UnclearSourceException.Reason;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What stands in a folder, by kind. */
final class SourceContents {
  private static final Predicate<String> COMPRESSED =
      Pattern.compile("\\.(tar\\.\\w+|tgz|tbz2|txz|tzst)$").asPredicate();

  private final Map<SourceKind, Long> counts = new EnumMap<>(SourceKind.class);
  private Optional<Path> another = Optional.empty();
  private Optional<Path> firstFolder = Optional.empty();
  private boolean onlyFolders = true;

  private SourceContents() {}

  /** Looks at what stands in a folder, not at what stands deeper. */
  static SourceContents of(Path folder) throws IOException {
    SourceContents survey = new SourceContents();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (isEmptyFile(entry)) {
          continue; // An empty part or the mark of a finished job says nothing about the rest.
        }
        Optional<SourceKind> kind = isImage(entry) ? Optional.empty() : kindOf(entry);
        kind.ifPresent(known -> survey.counts.merge(known, 1L, Long::sum));
        boolean isFolder = Files.isDirectory(entry);
        survey.onlyFolders &= isFolder;
        if (isFolder && survey.firstFolder.isEmpty()) {
          survey.firstFolder = Optional.of(entry);
        }
        if (kind.isEmpty()) {
          survey.another = Optional.of(entry.getFileName());
        }
      }
    }
    return survey;
  }

  /** Archives are looked for in one folder alone: those of a folder of folders are no images. */
  private void requireNoArchivesBelow() throws IOException {
    if (!onlyFolders || firstFolder.isEmpty()) {
      return;
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(firstFolder.get())) {
      for (Path entry : entries) {
        Optional<SourceKind> kind = isImage(entry) ? Optional.empty() : kindOf(entry);
        if (kind.isPresent()) {
          throw new UnclearSourceException(
              Reason.ARCHIVES_BELOW,
              firstFolder.get().getParent()
                  + " holds folders, and there is a "
                  + kind.get()
                  + " file in "
                  + Printable.line(firstFolder.get().getFileName().toString()));
        }
        return; // One is enough to know a folder of images, which may be large, by.
      }
    }
  }

  private static boolean isEmptyFile(Path file) throws IOException {
    return !isImage(file) && Files.isRegularFile(file) && Files.size(file) == 0;
  }

  /** Files named so need not be opened: of a folder of images there may be millions. */
  private static boolean isImage(Path file) {
    return ImageNames.isImage(file.getFileName().toString());
  }

  /** The kind of archive that a file is; empty when it is none, or cannot be read. */
  static Optional<SourceKind> kindOf(Path path) throws IOException {
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      return Optional.empty();
    }
    try (ByteSource file = FileByteSource.open(path)) {
      String name = path.getFileName().toString();
      // Named so it is a damaged tar, or a compressed one: whoever reads it says so.
      boolean isNamedTar = name.endsWith(TarSourceOptions.SUFFIX) || COMPRESSED.test(name);
      if (TarWalk.isTar(file)) {
        return Optional.of(SourceKind.TAR);
      }
      if (TfRecordSourceOptions.isTfRecord(file)) {
        return Optional.of(SourceKind.TFRECORD);
      }
      return isNamedTar ? Optional.of(SourceKind.TAR) : Optional.empty();
    }
  }

  /** The one kind that everything is of; without archives it is a folder of images. */
  SourceKind kind(Path folder) throws IOException {
    if (counts.isEmpty()) {
      requireNoArchivesBelow();
      return SourceKind.FOLDER;
    }
    SourceKind kind = counts.keySet().iterator().next();
    String beside =
        counts.size() > 1
            ? "files of other kinds"
            : another.map(name -> Printable.line(name.toString())).orElse("");
    if (beside.isEmpty()) {
      return kind;
    }
    throw new UnclearSourceException(
        Reason.MIXED,
        folder + " holds " + Units.count(counts.get(kind), kind + " file") + " next to " + beside);
  }
}
