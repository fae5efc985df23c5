package io.pcr.reader.internal;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordListener;
import io.pcr.tfrecord.internal.TfRecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Finds a record of a file that can only be decompressed from its start: all before it are passed,
 * and damage to their data does not matter. For one search.
 */
final class TfRecordSeek implements TfRecordListener {
  private final int wanted;
  private TfRecord found;

  private TfRecordSeek(int wanted) {
    this.wanted = wanted;
  }

  /** The record with this number, in a buffer of its own. */
  static TfRecord find(TfRecordFile file, int number) throws IOException {
    TfRecordSeek scan = new TfRecordSeek(number);
    try (TfRecordReader reader = file.records()) {
      reader.forEach(scan);
    }
    if (scan.found == null) {
      throw new PcrException.Truncated(
          new FieldLocation("TfRecord[" + number + "]", 0, file.toString()), 1, 0);
    }
    return scan.found;
  }

  @Override
  public boolean record(TfRecord record) {
    if (record.origin().number() < wanted) {
      return true;
    }
    byte[] data = new byte[record.data().remaining()];
    record.data().get(0, data);
    found =
        new TfRecord(record.origin(), record.position(), ByteBuffer.wrap(data).asReadOnlyBuffer());
    return false;
  }

  @Override
  public boolean damaged(long number, PcrException.Corrupt damage) throws PcrException {
    if (number == wanted || damage.code() != ErrorCode.CHECKSUM_MISMATCH) {
      throw damage;
    }
    return true;
  }
}
