package io.pcr.writer.source.archive;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.writer.source.SourceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A folder of records as the reference implementation of progressive compressed records writes
 * them: {@code PCR_0.pcr} and so on, with their sizes in {@code PCR_index.pb}. An image's key is
 * its record's name and its number there, {@code PCR_0.pcr/0}.
 *
 * @param root the folder
 * @param limits {@code metadataBytes} bounds the index and a record's labels, {@code sliceBytes} an
 *     image
 */
public record ReferencePcrOptions(Path root, Limits limits) implements SourceOptions {
  /** The file that says where everything is. */
  public static final String INDEX_NAME = "PCR_index.pb";

  public ReferencePcrOptions {
    requireNonNull(root, "root");
    requireNonNull(limits, "limits");
  }

  /** A folder with all defaults. */
  public static ReferencePcrOptions of(Path root) {
    return new ReferencePcrOptions(root, Limits.DEFAULT);
  }

  /** Whether a folder holds such records. */
  public static boolean isSuch(Path folder) {
    return Files.isRegularFile(folder.resolve(INDEX_NAME));
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("source", root.toAbsolutePath().normalize().toString());
    options.put("source-kind", "reference-pcr");
    return options;
  }
}
