package io.pcr.tools.convert;

import io.pcr.tools.UsageException;
import io.pcr.writer.internal.source.archive.TarStreamOptions;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.KeyFilter;
import io.pcr.writer.source.LabelType;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.kind.SourceKind;
import io.pcr.writer.source.kind.UnclearSourceException;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that say what a conversion reads. */
final class SourceArguments {
  /** In place of a path. */
  private static final String STANDARD_INPUT = "-";

  @Option(
      names = "--from",
      paramLabel = "KIND",
      description =
          "What SRC is: folder (of images); tar or tfrecord (one file, or a folder of them);"
              + " reference-pcr. Default: the first bytes of its files decide.")
  private SourceKind from;

  @Option(
      names = "--feature",
      paramLabel = "ROLE=NAME",
      description =
          "The feature of TFRecords that holds the image, label, class or key. Default: the"
              + " names of TF-slim, such as image/encoded. Other features become columns.")
  private List<String> features = new ArrayList<>();

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "CSV file, or one JSON object a line, with the columns path, label and any others, and"
              + " one row for each image. Paths are relative to SRC. boxes:float32[] is a column of"
              + " lists; lists are arrays of JSON. An empty label means no label. Default: the"
              + " first folder of a path is the label.")
  private Path labels;

  @Option(
      names = "--label-type",
      paramLabel = "TYPE",
      description =
          "What the column label holds: auto (the default: integers or names; a mixture is an"
              + " error), numbers, names (which are numbered in alphabetical order).")
  private LabelType labelType;

  @Option(
      names = "--include",
      paramLabel = "GLOB",
      description =
          "Take only files of the folder whose path matches, as in '**.jpg'. * matches any"
              + " characters except /, ** any characters, ? one character except /. Can be"
              + " repeated; default: all files.")
  private List<String> include = new ArrayList<>();

  @Option(
      names = "--exclude",
      paramLabel = "GLOB",
      description =
          "Leave out files whose path matches, as in 'old/**', even if --include matches"
              + " them. Can be repeated; default: none.")
  private List<String> exclude = new ArrayList<>();

  @Option(
      names = "--column",
      paramLabel = "NAME[:PLACE][:TYPE]=PATTERN",
      description =
          "A column whose values are files, as in mask=masks/{stem}.png. {stem} is the"
              + " image's path without extension; {dir} and {name} are the parts of the stem."
              + " PLACE: late (the default), early, inline. TYPE: bytes (the default), string.")
  private List<String> columns = new ArrayList<>();

  /** The options of the source, whose kind is found out where it is not said. */
  SourceOptions options(Path source) throws IOException {
    boolean isStream = source.toString().equals(STANDARD_INPUT);
    SourceKind kind = from != null ? from : isStream ? SourceKind.TAR : kindOf(source);
    if (isStream && kind != SourceKind.TAR) {
      throw new UsageException("standard input is read as a tar, not as " + kind);
    }
    if (kind != SourceKind.TFRECORD && !features.isEmpty()) {
      throw new UsageException("--feature is for TFRecords, not for " + kind);
    }
    if (kind == SourceKind.FOLDER) {
      if (labels == null && labelType != null && labelType != LabelType.AUTO) {
        throw new UsageException("--label-type needs --labels");
      }
      return FolderSourceOptions.of(source)
          .withLabelsFile(Optional.ofNullable(labels))
          .withLabelType(labelType == null ? LabelType.AUTO : labelType)
          .withFilter(new KeyFilter(include, exclude))
          .withFileColumns(columns.stream().map(FileColumn::parse).toList());
    }
    if (labels != null || labelType != null || !columns.isEmpty()) {
      throw new UsageException(
          "--labels, --label-type and --column are for a folder of images, not for " + kind);
    }
    if (!include.isEmpty() || !exclude.isEmpty()) {
      throw new UsageException(
          "--include and --exclude are for a folder of images, not for " + kind);
    }
    if (isStream) {
      return new TarStreamOptions("standard input", System.in);
    }
    return kind == SourceKind.TFRECORD
        ? TfRecordSourceOptions.of(source).withNames(FeatureArgument.names(features))
        : kind.options(source);
  }

  private static SourceKind kindOf(Path source) throws IOException {
    try {
      return SourceKind.of(source);
    } catch (UnclearSourceException e) {
      String advice =
          switch (e.reason()) {
            case DATASET -> "use 'pcr extract' to get images that can be converted";
            case UNKNOWN -> "if it is damaged, --from says what it was";
            case MIXED -> "--from says what to take; the rest is listed as left out";
            case ARCHIVES_BELOW ->
                "'pcr convert' takes one of these folders, 'pcr append' adds the next";
          };
      throw new UsageException(e.getMessage() + "; " + advice);
    }
  }
}
