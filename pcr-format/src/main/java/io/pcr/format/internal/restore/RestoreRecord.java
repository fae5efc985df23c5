package io.pcr.format.internal.restore;

import static io.pcr.format.error.InvalidFieldException.require;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import java.nio.ByteBuffer;

/**
 * What a restore region keeps of one sample. Immutable as long as nobody changes the buffer.
 *
 * @param bytes read-only; empty for NONE and SAME, an encoded {@link RestoreRecipe} or {@link
 *     RestorePatch}, or the original
 */
public record RestoreRecord(RestoreKind kind, ByteBuffer bytes) {
  /** The original cannot be rebuilt. */
  public static final RestoreRecord NONE =
      new RestoreRecord(RestoreKind.NONE, ByteBuffer.allocate(0));

  /** The original is the sample at full fidelity. */
  public static final RestoreRecord SAME =
      new RestoreRecord(RestoreKind.SAME, ByteBuffer.allocate(0));

  public RestoreRecord {
    requireNonNull(kind, "kind");
    bytes = bytes.slice().asReadOnlyBuffer();
    require(
        !kind.isWithoutRecord() || !bytes.hasRemaining(),
        ErrorCode.MALFORMED,
        "RestoreDirectory.record_lengths",
        bytes.remaining(),
        "0 for " + kind);
  }

  /** A view of the bytes with a position of its own. */
  @Override
  public ByteBuffer bytes() {
    return bytes.duplicate();
  }
}
