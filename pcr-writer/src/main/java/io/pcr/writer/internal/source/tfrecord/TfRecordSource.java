package io.pcr.writer.internal.source.tfrecord;

import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.ListedSource;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.archive.ArchiveFolder;
import io.pcr.writer.internal.source.archive.ArchiveListing;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** A TFRecord file, or a folder of them. Immutable. */
public record TfRecordSource(TfRecordSourceOptions options) implements SourceInput {
  @Override
  public void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException {
    try (ArchiveListing archive = new ArchiveListing(listing, rejects, progress)) {
      new TfRecordScan(options, archive).run();
    }
  }

  @Override
  public Findings.Found newSince(Path listing, LongConsumer progress) throws IOException {
    return ArchiveFolder.newSince(options.root(), listing);
  }

  @Override
  public SampleSource open(Path listing) throws IOException {
    UnpackedRecords unpacked = new UnpackedRecords(options, listing.toAbsolutePath().getParent());
    return ListedSource.open(
        listing,
        file -> ListedRecord.of(file).position().length(),
        listed -> new TfRecordSourceReader(options, listed, unpacked));
  }
}
