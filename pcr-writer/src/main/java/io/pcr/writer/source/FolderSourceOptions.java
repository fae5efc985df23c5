package io.pcr.writer.source;

import io.pcr.writer.reject.RejectLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;

/**
 * How a folder of images is read.
 *
 * @param folder the folder
 * @param labelsFile a CSV file of labels and columns, no input where it lies in the folder; none
 * @param fileColumns columns whose values are files beside the images; none
 * @param maxFileBytes larger files are rejected; 256 MiB
 * @param sortBytes memory of each of the four sorters of a scan; 48 MiB
 */
public record FolderSourceOptions(
    Path folder,
    Optional<Path> labelsFile,
    List<FileColumn> fileColumns,
    long maxFileBytes,
    int sortBytes)
    implements SourceOptions {
  private static final long DEFAULT_MAX_FILE_BYTES = 256L << 20;

  public FolderSourceOptions {
    Objects.requireNonNull(folder, "folder");
    Objects.requireNonNull(labelsFile, "labelsFile");
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
        List.of(),
        DEFAULT_MAX_FILE_BYTES,
        ExternalSorter.DEFAULT_CHUNK_BYTES);
  }

  /** These options with a labels file. */
  public FolderSourceOptions withLabelsFile(Optional<Path> value) {
    return new FolderSourceOptions(folder, value, fileColumns, maxFileBytes, sortBytes);
  }

  /** These options with other file columns. */
  public FolderSourceOptions withFileColumns(List<FileColumn> value) {
    return new FolderSourceOptions(folder, labelsFile, value, maxFileBytes, sortBytes);
  }

  /** These options with another {@code sortBytes}. */
  FolderSourceOptions withSortBytes(int value) {
    return new FolderSourceOptions(folder, labelsFile, fileColumns, maxFileBytes, value);
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
        file -> options.put("labels", file.toAbsolutePath().normalize().toString()));
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

  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    FolderSource.scan(this, listing, rejects, progress);
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    return FolderSource.open(this, listing);
  }
}
