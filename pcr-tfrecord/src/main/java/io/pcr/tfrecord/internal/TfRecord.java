package io.pcr.tfrecord.internal;

import io.pcr.format.internal.index.RecordPosition;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import java.nio.ByteBuffer;

/**
 * One record, its checksums proved.
 *
 * @param origin its number and offset, for errors about what is in it
 * @param position where it can be read again
 * @param data read-only, and valid only until the reader's next call when it came from a {@link
 *     TfRecordReader}
 */
public record TfRecord(RecordOrigin origin, RecordPosition position, ByteBuffer data) {}
