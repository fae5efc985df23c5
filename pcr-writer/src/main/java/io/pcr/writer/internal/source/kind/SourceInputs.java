package io.pcr.writer.internal.source.kind;

import io.pcr.writer.internal.source.FolderSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.archive.ReferencePcrSource;
import io.pcr.writer.internal.source.archive.TarSource;
import io.pcr.writer.internal.source.archive.TarStreamOptions;
import io.pcr.writer.internal.source.archive.TarStreamSource;
import io.pcr.writer.internal.source.tfrecord.TfRecordSource;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import io.pcr.writer.source.tfrecord.TfRecordSourceOptions;

/** The sources of all kinds, by their options. */
public final class SourceInputs {
  private SourceInputs() {}

  /**
   * The source that options describe.
   *
   * @throws IllegalArgumentException when they are not options of this library
   */
  public static SourceInput of(SourceOptions options) {
    if (options instanceof FolderSourceOptions folder) {
      return new FolderSource(folder);
    }
    if (options instanceof TarSourceOptions tar) {
      return new TarSource(tar);
    }
    if (options instanceof TarStreamOptions stream) {
      return new TarStreamSource(stream);
    }
    if (options instanceof TfRecordSourceOptions records) {
      return new TfRecordSource(records);
    }
    if (options instanceof ReferencePcrOptions reference) {
      return new ReferencePcrSource(reference);
    }
    throw new IllegalArgumentException("not a source that this library reads: " + options);
  }
}
