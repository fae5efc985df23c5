package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.writer.source.Findings;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * What a conversion reads: a numbered list of inputs, fixed before the conversion starts. Number n
 * is the same input whenever it is asked for, so that an interrupted conversion can go on at n.
 *
 * <p>Thread-safe. Whoever opens it closes it, after its readers.
 */
public interface SampleSource extends Closeable {
  /** How many inputs there are. */
  long count();

  /** Their bytes together, for showing progress. */
  long totalBytes();

  /** Whether inputs have labels; if not, none has. */
  boolean hasLabels();

  /** The names of the labels 0, 1, …; empty when labels have no names. */
  List<String> classNames();

  /** The columns that each sample has, in the order of {@link SourceSample#columnValues}. */
  List<ColumnSpec> columns();

  /** What was found of the source beside its inputs. */
  Findings findings();

  /**
   * How many bytes input {@code number} has with the files of its columns, as listed: about what
   * reading it takes in memory, and what shards are cut by.
   */
  long sizeOf(long number) throws IOException;

  /** A reader for one worker. */
  Reader reader();

  /** Reads inputs, each whole. For one thread; whoever asks for one closes it. */
  interface Reader extends Closeable {
    /**
     * Reads one input.
     *
     * @return whose {@code bytes} are valid until the next call
     * @throws InputRejectedException when this one cannot be had; the others still can
     * @throws IOException when the source as a whole has failed
     */
    SourceSample read(long number) throws IOException;

    /**
     * The first bytes of one input, enough to tell what kind of image it is.
     *
     * @param length most bytes to return
     * @return valid until the next call
     * @throws InputRejectedException when this one cannot be had; the others still can
     */
    ByteBuffer head(long number, int length) throws IOException;
  }
}
