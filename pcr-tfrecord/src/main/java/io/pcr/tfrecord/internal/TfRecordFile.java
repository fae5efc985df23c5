package io.pcr.tfrecord.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A TFRecord file of any compression. Thread-safe; each reader that it opens is for one thread.
 * Does not own the source: whoever opened that closes it, after all readers.
 */
public final class TfRecordFile {
  private final ByteSource source;
  private final TfRecordReadOptions options;
  private final TfRecordCompression compression;

  private TfRecordFile(
      ByteSource source, TfRecordReadOptions options, TfRecordCompression compression) {
    this.source = source;
    this.options = options;
    this.compression = compression;
  }

  /**
   * A file that is compressed as the options say, whatever its first bytes look like; if it is not,
   * reading finds damage. Where they do not say it, its first bytes tell, and never its name.
   *
   * @throws PcrException.NotPcr when they do not, as it is no TFRecord file
   */
  public static TfRecordFile open(ByteSource source, TfRecordReadOptions options)
      throws IOException {
    requireNonNull(source, "source");
    Optional<TfRecordCompression> stated = options.compression();
    return new TfRecordFile(
        source, options, stated.isPresent() ? stated.get() : options.compressions().probe(source));
  }

  /**
   * A file that is known to be compressed in this way; nothing is read. If it is not, reading finds
   * damage.
   */
  public static TfRecordFile known(
      ByteSource source, TfRecordCompression compression, TfRecordReadOptions options) {
    return new TfRecordFile(
        requireNonNull(source, "source"), options, requireNonNull(compression, "compression"));
  }

  public TfRecordCompression compression() {
    return compression;
  }

  /** All records from the first on. */
  public TfRecordReader records() throws IOException {
    return new TfRecordReader(compression.decode(source, 0, options.chunkBytes()), options);
  }

  /**
   * One record, in a buffer of its own.
   *
   * @param position as a reader of the same file gave it
   * @param number the record's number, for errors
   * @throws PcrException.Unsupported when all before it would have to be decoded first
   * @throws PcrException.Corrupt when the record is not there, or damaged
   */
  public TfRecord read(RecordPosition position, long number) throws IOException {
    requireSeekable();
    return new SingleTfRecord(source, compression, position, number, options).read();
  }

  /**
   * As {@link #read(RecordPosition, long)}, by the place that the index of keys states, with one
   * read of the source.
   *
   * @param place a known one
   */
  public TfRecord read(KeyPlace place, long number) throws IOException {
    requireSeekable();
    return new PlacedTfRecord(source, compression, place, number, options).read();
  }

  private void requireSeekable() throws PcrException.Unsupported {
    if (!compression.isSeekable()) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          new FieldLocation("TfRecordFile.compression", 0, source.toString()),
          "reading a single record",
          compression,
          seekable());
    }
  }

  private String seekable() {
    return options.compressions().stream()
        .filter(TfRecordCompression::isSeekable)
        .map(TfRecordCompression::toString)
        .collect(Collectors.joining(" and "));
  }

  @Override
  public String toString() {
    return source.toString();
  }
}
