package io.pcr.writer.internal.source;

import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.source.Findings;
import io.pcr.writer.source.SourceOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * What {@link SourceOptions} mean: listed once, then opened as often as a conversion is resumed.
 * Immutable.
 */
public interface SourceInput {
  /**
   * Lists the inputs into the file {@code listing}.
   *
   * @param rejects receives what is no input
   * @param progress told the number of entries seen so far, often
   */
  void list(Path listing, RejectLog rejects, LongConsumer progress) throws IOException;

  /**
   * What would be an input too if the source were listed now, and was not there when it was: a run
   * goes on with its listing.
   *
   * @param listing made by {@link #list} with the same options
   * @param progress as for {@link #list}
   */
  Findings.Found newSince(Path listing, LongConsumer progress) throws IOException;

  /** Opens what was listed by {@link #list} with the same options; the caller closes it. */
  SampleSource open(Path listing) throws IOException;
}
