package io.pcr.tfrecord.internal;

import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_LENGTH_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.DATA_OFFSET;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.FOOTER_LENGTH;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.HEADER_LENGTH;
import static io.pcr.tfrecord.internal.framing.TfRecordLayout.OVERHEAD;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.RecordPosition;
import io.pcr.tfrecord.internal.compression.DecodeStart;
import io.pcr.tfrecord.internal.compression.DecodedBytes;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reads a file's records in order, each proved by its checksums. Not thread-safe. Whoever opened it
 * closes it; that does not close the source it reads from.
 */
public final class TfRecordReader implements Closeable {
  private final DecodedBytes in;
  private final TfRecordWindow window;
  private final TfRecordReadOptions options;
  private long number;
  private long skipped;
  private PcrException lostTail;
  private boolean isAtEnd;
  private boolean isClosed;

  TfRecordReader(DecodedBytes in, TfRecordReadOptions options) {
    this.in = in;
    this.options = options;
    this.window = new TfRecordWindow(in, options.chunkBytes());
  }

  /**
   * The next record, or empty at the end of the file; also empty, when damage is skipped, where
   * damage hides all that follows, see {@link #lostTail}. The data is valid until the next call.
   *
   * @throws PcrException naming file, record and offset, when the file is damaged and damage is not
   *     skipped, or needs more than the limits; behind a record whose data alone is damaged later
   *     calls go on, else they throw the same
   */
  public Optional<TfRecord> next() throws IOException {
    if (isClosed) {
      throw new AlreadyClosedException(in);
    }
    if (lostTail != null && options.damage() == TfRecordDamage.FAIL) {
      throw lostTail;
    }
    while (!isAtEnd) {
      RecordOrigin place = new RecordOrigin(in.toString(), number, window.offset());
      OptionalInt length = find(place);
      if (length.isPresent()) {
        Optional<TfRecord> record = take(place, length.getAsInt());
        if (record.isPresent()) {
          return record;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Gives all records that are left, to the end of the file or as far as the listener goes on.
   *
   * @return how many there were, damaged ones included
   */
  public long forEach(TfRecordListener listener) throws IOException {
    long count = 0;
    boolean more = true;
    while (more) {
      Optional<TfRecord> record = Optional.empty();
      PcrException.Corrupt damage = null;
      try {
        record = next();
      } catch (PcrException.Corrupt e) {
        damage = e;
      } catch (IOException e) {
        listener.failed(count, e);
        return count;
      }
      if (damage != null && lostTail != null) {
        listener.lost(count, damage);
        return count;
      }
      if (damage == null && record.isEmpty()) {
        return count;
      }
      more = damage == null ? listener.record(record.get()) : listener.damaged(count, damage);
      count++;
    }
    return count;
  }

  /** The length of the next record's data, all of it in the window; empty when there is no more. */
  private OptionalInt find(RecordOrigin place) throws IOException {
    try {
      if (window.require(1)) {
        return OptionalInt.of(requireRecord(place));
      }
    } catch (PcrException.Corrupt e) {
      lostTail = e;
      isAtEnd = true;
      if (options.damage() == TfRecordDamage.FAIL) {
        throw e;
      }
    }
    isAtEnd = true;
    return OptionalInt.empty();
  }

  /** Brings a whole record into the window; returns the length of its data. */
  private int requireRecord(RecordOrigin place) throws IOException {
    if (!window.require(HEADER_LENGTH)) {
      throw new PcrException.Truncated(
          place.field("data_length", DATA_LENGTH_OFFSET), HEADER_LENGTH, window.available());
    }
    int length = RecordFraming.checkHeader(window.bytes(), window.start(), place, options.limits());
    long needed = (long) length + OVERHEAD;
    long known = in.remaining();
    boolean isThere =
        (known == DecodedBytes.UNKNOWN || needed - window.available() <= known)
            && window.require(Math.toIntExact(needed));
    if (!isThere) {
      long there = window.available() + (known == DecodedBytes.UNKNOWN ? 0 : known);
      throw new PcrException.Truncated(
          place.field("data", DATA_OFFSET), needed - HEADER_LENGTH, there - HEADER_LENGTH);
    }
    return length;
  }

  /** Passes the record in the window; empty when its data is damaged and damage is skipped. */
  private Optional<TfRecord> take(RecordOrigin place, int length) throws PcrException {
    int dataStart = window.start() + DATA_OFFSET;
    ByteBuffer data = window.bytes().slice(dataStart, length).asReadOnlyBuffer();
    int stored = window.bytes().getInt(dataStart + length);
    DecodeStart start = in.startFor(place.offset());
    int recordLength = HEADER_LENGTH + length + FOOTER_LENGTH;
    window.advance(recordLength);
    number++;
    try {
      RecordFraming.checkData(data, stored, place);
    } catch (PcrException.Corrupt e) {
      if (options.damage() == TfRecordDamage.FAIL) {
        throw e;
      }
      skipped++;
      return Optional.empty();
    }
    RecordPosition position =
        new RecordPosition(
            start.filePosition(), place.offset() - start.decodedOffset(), recordLength);
    return Optional.of(new TfRecord(place, position, data));
  }

  /** How many records were skipped for damage to their data. */
  public long skipped() {
    return skipped;
  }

  /** Why nothing behind the last record can be read; empty when the file ended, or goes on. */
  public Optional<PcrException> lostTail() {
    return Optional.ofNullable(lostTail);
  }

  /** The file's name, as it stands in errors. */
  @Override
  public String toString() {
    return in.toString();
  }

  @Override
  public void close() {
    if (!isClosed) {
      isClosed = true;
      in.close();
    }
  }
}
