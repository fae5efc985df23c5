package io.pcr.reader.internal;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.TfRecord;
import io.pcr.tfrecord.TfRecordFile;
import io.pcr.tfrecord.TfRecordReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Finds a record of a file that can only be decompressed from its start: all before it are passed,
 * and damage to their data does not matter.
 */
final class RecordScan {
  private RecordScan() {}

  /** The record with this number, in a buffer of its own. */
  static TfRecord find(TfRecordFile file, int number) throws IOException {
    try (TfRecordReader reader = file.records()) {
      for (int passed = 0; passed < number; passed++) {
        pass(reader);
      }
      Optional<TfRecord> found = reader.next();
      if (found.isEmpty()) {
        throw new PcrException.Truncated(
            new FieldLocation("TfRecord[" + number + "]", 0, file.toString()), 1, 0);
      }
      TfRecord record = found.get();
      byte[] data = new byte[record.data().remaining()];
      record.data().get(0, data);
      return new TfRecord(
          record.place(), record.position(), ByteBuffer.wrap(data).asReadOnlyBuffer());
    }
  }

  private static void pass(TfRecordReader reader) throws IOException {
    try {
      reader.next();
    } catch (PcrException.Corrupt e) {
      if (reader.lostTail().isPresent() || e.code() != ErrorCode.CHECKSUM_MISMATCH) {
        throw e;
      }
    }
  }
}
