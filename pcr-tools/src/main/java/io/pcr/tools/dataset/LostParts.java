package io.pcr.tools.dataset;

import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.output.OutputReport;
import java.io.IOException;

/** Counts the samples of parts of the manifest that cannot be read, as those that failed. */
public final class LostParts {
  private LostParts() {}

  /** Tells of each part whose shards are left out. */
  public static void tell(DatasetFiles files, OutputReport report) {
    files.lostParts().forEach((part, e) -> report.failed(part.name(), part.sampleCount(), why(e)));
  }

  private static String why(IOException e) {
    return OutputReport.why(e) + "; it lists shards that are left out, and 'pcr repair' saves them";
  }
}
