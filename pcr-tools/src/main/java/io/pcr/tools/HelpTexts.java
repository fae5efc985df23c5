package io.pcr.tools;

import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.util.ListResourceBundle;
import java.util.stream.Collectors;

/** What the help of commands takes from the code that does it: <code>${bundle:NAME}</code>. */
final class HelpTexts extends ListResourceBundle {
  @Override
  protected Object[][] getContents() {
    return new Object[][] {
      {"tfrecord.compressions", described()},
      {"tfrecord.compression.names", TfRecordCompressions.STANDARD.labels(", ")},
    };
  }

  private static String described() {
    TfRecordCompression usual = TfRecordWriteOptions.DEFAULT.compression();
    return TfRecordCompressions.STANDARD.stream()
        .map(each -> each.description() + (each == usual ? " (the default)" : ""))
        .collect(Collectors.joining("; "));
  }
}
