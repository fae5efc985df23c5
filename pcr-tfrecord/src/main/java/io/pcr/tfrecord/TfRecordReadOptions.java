package io.pcr.tfrecord;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.tfrecord.compression.TfRecordCompression;
import java.util.Optional;

/**
 * How a TFRecord file is read. Immutable.
 *
 * @param compression what the file must be; empty, the default: whatever its bytes prove to be
 * @param damage what to do about damage; {@link TfRecordDamage#FAIL}
 * @param limits {@code sliceBytes} bounds a record, {@code metadataBytes} what decoding one takes
 * @param chunkBytes how much is read at once, 4 KiB to 1 GiB; 512 KiB
 */
public record TfRecordReadOptions(
    Optional<TfRecordCompression> compression,
    TfRecordDamage damage,
    Limits limits,
    int chunkBytes) {
  private static final int MIN_CHUNK = 4 << 10;
  private static final int MAX_CHUNK = 1 << 30;

  public static final TfRecordReadOptions DEFAULT =
      new TfRecordReadOptions(Optional.empty(), TfRecordDamage.FAIL, Limits.DEFAULT, 512 << 10);

  public TfRecordReadOptions {
    requireNonNull(compression, "compression");
    requireNonNull(damage, "damage");
    requireNonNull(limits, "limits");
    if (chunkBytes < MIN_CHUNK || chunkBytes > MAX_CHUNK) {
      throw new IllegalArgumentException("chunkBytes " + chunkBytes);
    }
  }

  public TfRecordReadOptions withCompression(TfRecordCompression value) {
    return new TfRecordReadOptions(Optional.of(value), damage, limits, chunkBytes);
  }

  public TfRecordReadOptions withDamage(TfRecordDamage value) {
    return new TfRecordReadOptions(compression, value, limits, chunkBytes);
  }

  public TfRecordReadOptions withLimits(Limits value) {
    return new TfRecordReadOptions(compression, damage, value, chunkBytes);
  }

  public TfRecordReadOptions withChunkBytes(int value) {
    return new TfRecordReadOptions(compression, damage, limits, value);
  }
}
