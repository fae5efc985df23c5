package io.pcr.reader.internal;

import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.ShardFinder;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.util.stream.Stream;

/** The file of a shard that a manifest lists, under whatever name it stands. Thread-safe. */
record ShardOfManifest(ShardEntry entry, DatasetFiles files, Opener opener)
    implements SourceOpener {
  /** Opens a file of the dataset. */
  @FunctionalInterface
  interface Opener {
    /**
     * A source that the caller closes.
     *
     * @param entry the shard that the file is meant to be
     */
    ByteSource open(ShardEntry entry, String file) throws IOException;
  }

  @Override
  public ByteSource open() throws IOException {
    return opener.open(entry, files.fileOf(entry));
  }

  @Override
  public boolean isElsewhere(IOException failure) throws IOException {
    return isFileElsewhere(failure) || isIntactElsewhere(failure);
  }

  @Override
  public boolean isIntactElsewhere(IOException failure) throws IOException {
    return entry.variant().isContainer() && isDamage(failure) && files.findIntact(entry);
  }

  /** Damaged bytes, or a disk that does not give them; not a file or thread that was closed. */
  private static boolean isDamage(IOException failure) {
    return failure instanceof PcrException
        ? failure instanceof PcrException.Corrupt || failure instanceof PcrException.NotPcr
        : !(failure instanceof FileSystemException
            || failure instanceof ClosedChannelException
            || failure instanceof InterruptedIOException);
  }

  private boolean isFileElsewhere(IOException failure) throws IOException {
    boolean isAboutFile =
        ShardFinder.isMissing(failure)
            || failure instanceof PcrException.NotPcr
            || failure instanceof PcrException.Truncated
            || (failure instanceof PcrException.Corrupt damage
                && (!entry.variant().isContainer() || isOfHead(damage.field())));
    return isAboutFile && files.search(entry);
  }

  @Override
  public boolean checkContent() throws IOException {
    return entry.variant().isContainer() || files.checkContent(entry);
  }

  /**
   * Whether the damage is in what a container's file is known by, and not in one of its samples. In
   * TFRecords nothing but their length tells the two apart.
   */
  private static boolean isOfHead(String field) {
    return Stream.of("ShardEntry", "ShardTable", "ShardHead", "RegionTable")
            .anyMatch(field::startsWith)
        || (field.startsWith("ShardMetadata") && !field.contains("slice_"));
  }
}
