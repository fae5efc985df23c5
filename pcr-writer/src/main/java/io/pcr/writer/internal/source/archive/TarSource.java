package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.ListedSource;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A tar, or a folder of tars. Immutable. */
public record TarSource(TarSourceOptions options) implements SourceInput {
  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    try (ArchiveListing archive = new ArchiveListing(listing, rejects, progress)) {
      new TarScan(options, archive).run();
    }
  }

  @Override
  public Findings.Found newSince(Path listing, LongConsumer progress) throws IOException {
    return ArchiveFolder.newSince(options.root(), listing);
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    return ListedSource.open(
        listing, file -> TarSample.of(file).size(), listed -> new TarReader(options, listed));
  }
}
