package io.pcr.writer.internal.source;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/**
 * One file of a listing.
 *
 * @param key its path relative to the source folder, names separated by '/', in UTF-8
 * @param size its length in bytes when it was listed
 * @param modifiedNanos its time of last change when it was listed, in nanoseconds since 1970
 * @param label its class, if it has one
 * @param row a {@link FileStamp} for each column file that it may have, then the values that the
 *     labels file gives it, as {@link RowCodec} writes them; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
public record SourceFile(
    byte[] key, long size, long modifiedNanos, OptionalLong label, byte[] row) {
  /** The key as text. */
  public String keyText() {
    return new String(key, StandardCharsets.UTF_8);
  }
}
