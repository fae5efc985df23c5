package io.pcr.writer.source.archive;

import static java.util.Objects.requireNonNull;

import io.pcr.writer.reject.RejectLog;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.SourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * A tar, or a folder of tars, with WebDataset's naming: members with the same name up to its first
 * dot are one sample. Of these the image is the sample's, {@code cls} its label when it is an
 * integer, and each of the others a column, named by what follows the dot: text for {@code json},
 * {@code txt} and {@code cls}, else bytes. Columns with a value of more than 4 KiB are late ones.
 *
 * @param root the tar, or a folder of files that end in {@code .tar}
 * @param maxMemberBytes samples with larger members are rejected; 256 MiB
 */
public record TarSourceOptions(Path root, long maxMemberBytes) implements SourceOptions {
  /** How the tars of a folder end. */
  public static final List<String> SUFFIXES = List.of(".tar");

  private static final long DEFAULT_MAX_MEMBER_BYTES = 256L << 20;

  public TarSourceOptions {
    requireNonNull(root, "root");
    if (maxMemberBytes < 1 || maxMemberBytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("maxMemberBytes is " + maxMemberBytes);
    }
  }

  /** A tar or a folder of tars with all defaults. */
  public static TarSourceOptions of(Path root) {
    return new TarSourceOptions(root, DEFAULT_MAX_MEMBER_BYTES);
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("source", root.toAbsolutePath().normalize().toString());
    options.put("source-kind", "tar");
    options.put("max-member-bytes", Long.toString(maxMemberBytes));
    return options;
  }

  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    try (ArchiveListing archive = new ArchiveListing(listing, rejects, progress)) {
      new TarScan(this, archive).run();
    }
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    return ArchiveSource.open(listing, listed -> new TarReader(this, listed));
  }
}
