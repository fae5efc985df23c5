package io.pcr.writer.internal.source;

import io.pcr.format.internal.sort.ExternalSorter;
import io.pcr.format.internal.sort.SortedRecords;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.source.FolderRoles.Role;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Finds the images that have come into a folder since it was listed. Memory is that of one sorter.
 *
 * <p>Used once, by one thread.
 */
final class FolderGrowth implements Closeable, FolderWalk.Visitor {
  private static final byte[] NOTHING = new byte[0];

  private final FolderSourceOptions options;
  private final LongConsumer progress;
  private final FolderRoles roles;
  private final ExternalSorter images;
  private long seen;

  FolderGrowth(FolderSourceOptions options, Path temporary, LongConsumer progress)
      throws IOException {
    this.options = options;
    this.progress = progress;
    roles = new FolderRoles(options);
    images = new ExternalSorter(temporary, options.sortBytes());
  }

  /** Compares what is there with what was listed, both sorted by key. */
  Findings.Found since(SourceListing listing) throws IOException {
    new FolderWalk(options.folder(), this).run();
    Findings.Gathering found = new Findings.Gathering();
    long number = 0;
    try (SortedRecords cursor = images.sorted()) {
      for (var image = cursor.next(); image != null; image = cursor.next()) {
        int order = -1;
        while (number < listing.count() && order < 0) {
          order = Arrays.compareUnsigned(listing.file(number).key(), image.key());
          number += order <= 0 ? 1 : 0;
        }
        if (order != 0) {
          found.add(Finding.NEW_SINCE_LISTED, RawNames.show(image.key()));
        }
      }
    }
    return found.findings().of(Finding.NEW_SINCE_LISTED);
  }

  @Override
  public void file(SourceFile file) throws IOException {
    progress.accept(++seen);
    if (roles.of(file) == Role.IMAGE) {
      images.add(file.key(), NOTHING);
    }
  }

  @Override
  public void reject(byte[] key, RejectReason reason, String detail, long bytes) {
    // Said when the folder was listed, or no image that could be taken.
  }

  @Override
  public void close() throws IOException {
    images.close();
  }
}
