package io.pcr.tfrecord.internal;

import io.pcr.format.internal.index.RecordPosition;
import io.pcr.format.internal.keys.KeyPlace;
import io.pcr.format.manifest.Compression;
import io.pcr.format.source.ByteSource;
import io.pcr.tfrecord.internal.compression.ZstdFrameSpan;
import java.io.IOException;
import java.util.Optional;

/**
 * The places of the records of one file, as the index of keys states them (spec requirement
 * R-KEYS-4): what one read has to bring. For one thread; the source stays its opener's.
 */
public final class RecordPlaces {
  private final ByteSource source;
  private final Compression compression;
  private long frameStart = -1;
  private Optional<ZstdFrameSpan> frame = Optional.empty();

  public RecordPlaces(ByteSource source, Compression compression) {
    this.source = source;
    this.compression = compression;
  }

  /**
   * The place of a record that has been read.
   *
   * @return {@link KeyPlace#UNKNOWN} in a file that is compressed as a whole; also of a record that
   *     lies in two frames, or in one that does not say how long it is
   */
  public KeyPlace of(RecordPosition record) throws IOException {
    if (compression.equals(Compression.NONE)) {
      return place(record.fileOffset(), record.length(), 0);
    }
    return compression.equals(Compression.ZSTD) ? inFrame(record) : KeyPlace.UNKNOWN;
  }

  private KeyPlace inFrame(RecordPosition record) throws IOException {
    if (record.fileOffset() != frameStart) {
      frame = ZstdFrameSpan.at(source, record.fileOffset());
      frameStart = record.fileOffset();
    }
    boolean isInside =
        frame.isPresent() && record.innerOffset() <= frame.get().contentSize() - record.length();
    return isInside
        ? place(frame.get().start(), frame.get().length(), record.innerOffset())
        : KeyPlace.UNKNOWN;
  }

  private static KeyPlace place(long offset, long length, long recordOffset) {
    return length > KeyPlace.MAX_U32 || recordOffset > KeyPlace.MAX_U32
        ? KeyPlace.UNKNOWN
        : new KeyPlace(offset, length, recordOffset);
  }
}
