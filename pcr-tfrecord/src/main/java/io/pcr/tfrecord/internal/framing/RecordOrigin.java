package io.pcr.tfrecord.internal.framing;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.FieldLocation;

/**
 * Which record an error is about. Immutable.
 *
 * @param source the name of the file; of a compressed one, says that offsets are in what it
 *     decompresses to
 * @param number the record's number in the file, from 0
 * @param offset where the record begins, its length field first
 */
public record RecordOrigin(String source, long number, long offset) {
  public RecordOrigin {
    requireNonNull(source, "source");
  }

  /** The place of a field {@code fieldOffset} bytes into the record. */
  public FieldLocation field(String name, long fieldOffset) {
    return new FieldLocation("TfRecord[" + number + "]." + name, offset + fieldOffset, source);
  }
}
