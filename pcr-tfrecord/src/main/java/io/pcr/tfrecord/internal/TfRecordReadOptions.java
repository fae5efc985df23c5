package io.pcr.tfrecord.internal;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.util.Optional;

/**
 * How a TFRecord file is read. Immutable.
 *
 * @param compression what the file must be; empty, the default: whatever its bytes prove to be
 * @param damage what to do about damage; the default is {@link TfRecordDamage#FAIL}
 * @param limits {@code sliceBytes} bounds a record, {@code metadataBytes} what decoding one takes
 * @param chunkBytes how much is read at once, 4 KiB to 1 GiB; the default is 512 KiB
 * @param compressions those that are known; the default is {@link TfRecordCompressions#STANDARD}
 */
public record TfRecordReadOptions(
    Optional<TfRecordCompression> compression,
    TfRecordDamage damage,
    Limits limits,
    int chunkBytes,
    TfRecordCompressions compressions) {
  private static final int MIN_CHUNK = 4 << 10;
  private static final int MAX_CHUNK = 1 << 30;

  public static final TfRecordReadOptions DEFAULT =
      new TfRecordReadOptions(
          Optional.empty(),
          TfRecordDamage.FAIL,
          Limits.DEFAULT,
          512 << 10,
          TfRecordCompressions.STANDARD);

  public TfRecordReadOptions {
    requireNonNull(compression, "compression");
    requireNonNull(damage, "damage");
    requireNonNull(limits, "limits");
    requireNonNull(compressions, "compressions");
    if (chunkBytes < MIN_CHUNK || chunkBytes > MAX_CHUNK) {
      throw new IllegalArgumentException("chunkBytes " + chunkBytes);
    }
  }

  public TfRecordReadOptions withCompression(TfRecordCompression value) {
    return new TfRecordReadOptions(Optional.of(value), damage, limits, chunkBytes, compressions);
  }

  public TfRecordReadOptions withDamage(TfRecordDamage value) {
    return new TfRecordReadOptions(compression, value, limits, chunkBytes, compressions);
  }

  public TfRecordReadOptions withLimits(Limits value) {
    return new TfRecordReadOptions(compression, damage, value, chunkBytes, compressions);
  }

  public TfRecordReadOptions withChunkBytes(int value) {
    return new TfRecordReadOptions(compression, damage, limits, value, compressions);
  }

  public TfRecordReadOptions withCompressions(TfRecordCompressions value) {
    return new TfRecordReadOptions(compression, damage, limits, chunkBytes, value);
  }
}
