package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.ListedSource;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A folder of records of the reference implementation. Immutable. */
public record ReferencePcrSource(ReferencePcrOptions options) implements SourceInput {
  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    try (ArchiveListing archive = new ArchiveListing(listing, rejects, progress)) {
      new ReferencePcrScan(options, archive).run();
    }
  }

  @Override
  public Findings.Found newSince(Path listing, LongConsumer progress) throws IOException {
    // The index says what there is, and is read once.
    return Findings.NONE.of(Finding.NEW_SINCE_LISTED);
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    return ListedSource.open(
        listing, SourceFile::size, listed -> new ReferencePcrReader(options, listed));
  }
}
