package io.pcr.format.internal.restore;

import static io.pcr.format.internal.restore.RestorePatchLayout.RECIPE_LENGTH_OFFSET;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * An original as a difference to a base (spec section "Restore patch"): what a recipe rebuilds, or
 * else the sample at full fidelity.
 *
 * <pre>
 * | recipe_length 4 | recipe | zstd frame |
 * </pre>
 *
 * Immutable as long as nobody changes the buffers.
 *
 * @param recipe empty when the base is the sample at full fidelity
 * @param frame decodes to the original, with the base as its raw-content dictionary
 */
public record RestorePatch(Optional<RestoreRecipe> recipe, ByteBuffer frame) {
  private static final int LEVEL = 19;

  public RestorePatch {
    frame = frame.slice().asReadOnlyBuffer();
  }

  /** The difference between a base and an original. */
  public static RestorePatch of(Optional<RestoreRecipe> recipe, byte[] base, ByteBuffer original) {
    return new RestorePatch(
        recipe, ByteBuffer.wrap(ZstdFrame.compressAgainst(base, original, LEVEL)));
  }

  /** Decodes the record of a sample. */
  public static RestorePatch decode(ByteBuffer record, Limits limits, Origin origin)
      throws PcrException {
    ByteBuffer in = record.slice().order(ByteOrder.LITTLE_ENDIAN);
    if (in.limit() < RestorePatchLayout.LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestorePatch"),
          in.limit() + " bytes",
          "at least " + RestorePatchLayout.LENGTH);
    }
    long recipeLength = in.getInt(RECIPE_LENGTH_OFFSET) & 0xFFFFFFFFL;
    long frameAt = RestorePatchLayout.LENGTH + recipeLength;
    if (frameAt > in.limit()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestorePatch.recipe_length"),
          recipeLength,
          "at most " + (in.limit() - RestorePatchLayout.LENGTH));
    }
    Optional<RestoreRecipe> recipe = Optional.empty();
    if (recipeLength > 0) {
      ByteBuffer bytes = in.slice(RestorePatchLayout.LENGTH, (int) recipeLength);
      recipe = Optional.of(RestoreRecipe.decode(bytes, limits, origin));
    }
    return new RestorePatch(recipe, in.slice((int) frameAt, in.limit() - (int) frameAt));
  }

  /** The record of a sample. */
  public RestoreRecord encode() {
    ByteBuffer recipeBytes =
        recipe.map(r -> r.encode().bytes()).orElseGet(() -> ByteBuffer.allocate(0));
    int length = RestorePatchLayout.LENGTH + recipeBytes.remaining() + frame.remaining();
    ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(recipeBytes.remaining()).put(recipeBytes).put(frame.duplicate());
    return new RestoreRecord(RestoreKind.PATCH, out.flip());
  }

  /** The original, given the base. */
  public byte[] apply(byte[] base, Limits limits, Origin origin) throws PcrException {
    return ZstdFrame.decompressAgainst(
        base,
        frame,
        new ZstdFrame.Bounds(Limit.SLICE_BYTES, limits.sliceBytes(), "RestorePatch", origin));
  }
}
