package io.pcr.writer.source;

import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.writer.internal.source.SourceErrors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Options for reading a folder of images. Immutable and thread-safe.
 *
 * @param folder the folder
 * @param labelsFile a file of labels and columns, CSV or one JSON object a line, which is not an
 *     input; default none
 * @param labelType whether its labels are numbers or names; default: the labels decide
 * @param filter which files of the folder are wanted; default all
 * @param fileColumns columns whose values are files; default none
 * @param maxFileBytes larger files are rejected; default 256 MiB
 * @param sortBytes memory of each of the four sorters of a scan; default 48 MiB
 */
public record FolderSourceOptions(
    Path folder,
    Optional<Path> labelsFile,
    LabelType labelType,
    KeyFilter filter,
    List<FileColumn> fileColumns,
    long maxFileBytes,
    int sortBytes)
    implements SourceOptions {
  private static final long DEFAULT_MAX_FILE_BYTES = 256L << 20;

  public FolderSourceOptions {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(labelsFile, "labelsFile");
    Objects.requireNonNull(labelType, "labelType");
    Objects.requireNonNull(filter, "filter");
    fileColumns = List.copyOf(fileColumns);
    if (maxFileBytes < 1 || maxFileBytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("maxFileBytes is " + maxFileBytes);
    }
    Set<String> names = new HashSet<>();
    for (FileColumn column : fileColumns) {
      if (!names.add(column.column().name())) {
        throw new IllegalArgumentException("two columns named " + column.column().name());
      }
    }
  }

  /** A folder with all defaults. */
  public static FolderSourceOptions of(Path folder) {
    return new FolderSourceOptions(
        folder,
        Optional.empty(),
        LabelType.AUTO,
        KeyFilter.ALL,
        List.of(),
        DEFAULT_MAX_FILE_BYTES,
        ExternalSorter.DEFAULT_BUFFER_BYTES);
  }

  /** These options with a labels file. */
  public FolderSourceOptions withLabelsFile(Optional<Path> value) {
    return new FolderSourceOptions(
        folder, value, labelType, filter, fileColumns, maxFileBytes, sortBytes);
  }

  /** These options with another {@code labelType}. */
  public FolderSourceOptions withLabelType(LabelType value) {
    return new FolderSourceOptions(
        folder, labelsFile, value, filter, fileColumns, maxFileBytes, sortBytes);
  }

  /** These options with another {@code filter}. */
  public FolderSourceOptions withFilter(KeyFilter value) {
    return new FolderSourceOptions(
        folder, labelsFile, labelType, value, fileColumns, maxFileBytes, sortBytes);
  }

  /** These options with other file columns. */
  public FolderSourceOptions withFileColumns(List<FileColumn> value) {
    return new FolderSourceOptions(
        folder, labelsFile, labelType, filter, value, maxFileBytes, sortBytes);
  }

  /** These options with another {@code maxFileBytes}. */
  public FolderSourceOptions withMaxFileBytes(long value) {
    return new FolderSourceOptions(
        folder, labelsFile, labelType, filter, fileColumns, value, sortBytes);
  }

  /** These options with another {@code sortBytes}. */
  public FolderSourceOptions withSortBytes(int value) {
    return new FolderSourceOptions(
        folder, labelsFile, labelType, filter, fileColumns, maxFileBytes, value);
  }

  @Override
  public Path root() {
    return folder;
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("source", folder.toAbsolutePath().normalize().toString());
    labelsFile.ifPresent(
        file -> {
          options.put("labels", file.toAbsolutePath().normalize().toString());
          options.put("content of the labels", content(file));
          options.put("label-type", labelType.toString());
        });
    if (!filter.equals(KeyFilter.ALL)) {
      options.put("include", filter.include().toString());
      options.put("exclude", filter.exclude().toString());
    }
    fileColumns.forEach(
        column ->
            options.put(
                "column " + column.column().name(),
                column.column().placement()
                    + " "
                    + column.column().type()
                    + " "
                    + column.pattern()));
    options.put("max-file-bytes", Long.toString(maxFileBytes));
    return options;
  }

  /**
   * What the labels file says, in short: a run that is resumed has read it already, and would pass
   * over in silence what has changed in it.
   */
  private static String content(Path file) {
    if (!Files.isRegularFile(file)) {
      return "not a file";
    }
    CRC32C crc = new CRC32C();
    try (InputStream in = new CheckedInputStream(Files.newInputStream(file), crc)) {
      long length = in.transferTo(OutputStream.nullOutputStream());
      return String.format(Locale.ROOT, "%d bytes, crc32c %08x", length, crc.getValue());
    } catch (IOException e) {
      return SourceErrors.say(e);
    }
  }
}
