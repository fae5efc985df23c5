package io.pcr.codecs.internal.restore;

import io.pcr.codecs.internal.jpeg.JpegReencoder;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestorePatch;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRecord;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/**
 * Gives originals back, each proved by its length and SHA-256 before it is handed out.
 *
 * <p>For one thread. Whoever makes one closes it; closing twice is fine.
 */
public final class OriginalRestorer implements AutoCloseable {
  private final Limits limits;
  private final JpegReencoder reencoder;

  public OriginalRestorer(Limits limits) {
    this.limits = limits;
    reencoder = new JpegReencoder(limits);
  }

  /**
   * Rebuilds one original.
   *
   * @param record what the restore region keeps of the sample
   * @param stored the sample's file at full fidelity, in pieces; of a progressive JPEG with its EOI
   * @param facts what the original was
   * @param origin where the record was read, for errors
   * @param name of the sample, for errors
   * @return the original, read-only, valid until the next call; empty when it was not kept
   * @throws PcrException when the record or the sample is damaged, or what comes out is not the
   *     original
   */
  public Optional<ByteBuffer> restore(
      RestoreRecord record,
      List<ByteBuffer> stored,
      OriginalFacts facts,
      Origin origin,
      String name)
      throws PcrException {
    if (facts.length() > limits.sliceBytes()) {
      throw new PcrException.LimitExceeded(
          origin.field("ShardMetadata.source_lengths"),
          Limit.SLICE_BYTES,
          facts.length(),
          limits.sliceBytes());
    }
    int length = (int) facts.length();
    ByteBuffer original;
    switch (record.kind()) {
      case NONE -> {
        return Optional.empty();
      }
      case SAME -> original = join(stored);
      case RECIPE ->
          original =
              reencode(
                  RestoreRecipe.decode(record.bytes(), limits, origin),
                  stored,
                  length,
                  origin,
                  name);
      case PATCH -> original = patch(record, stored, length, origin, name);
      case ORIGINAL -> original = record.bytes();
      default -> throw new AssertionError(record.kind());
    }
    prove(original, facts, origin, name);
    return Optional.of(original.asReadOnlyBuffer());
  }

  private ByteBuffer reencode(
      RestoreRecipe recipe, List<ByteBuffer> stored, int length, Origin origin, String name)
      throws PcrException {
    try {
      return follow(recipe, stored, length, length, origin, name);
    } catch (PcrException.LimitExceeded e) {
      if (e.limit() != Limit.OUTPUT_ROOM) {
        throw e;
      }
      // No limit of the reader's: the recipe makes another file than the one that was kept.
      throw mismatch(lengthOf(name, origin), length, "more than " + length, e);
    }
  }

  /** Whatever of the images keeps a recipe from being followed, it is not the right recipe. */
  private ByteBuffer follow(
      RestoreRecipe recipe,
      List<ByteBuffer> stored,
      int length,
      long most,
      Origin origin,
      String name)
      throws PcrException {
    try {
      return reencoder.reencode(stored, recipe.literals(), length, most, name);
    } catch (PcrException e) {
      if (e.code() != ErrorCode.IMAGE_CORRUPT && e.code() != ErrorCode.IMAGE_UNSUPPORTED) {
        throw e;
      }
      FieldLocation place = origin.field("RestoreRecipe of " + name);
      throw mismatch(place, e.getMessage(), "a recipe that can be followed", e);
    }
  }

  private static PcrException mismatch(
      FieldLocation place, Object stored, Object computed, PcrException cause) {
    PcrException.Corrupt mismatch =
        new PcrException.Corrupt(ErrorCode.RESTORE_MISMATCH, place, stored, computed);
    mismatch.initCause(cause);
    return mismatch;
  }

  private ByteBuffer patch(
      RestoreRecord record, List<ByteBuffer> stored, int length, Origin origin, String name)
      throws PcrException {
    RestorePatch patch = RestorePatch.decode(record.bytes(), limits, origin);
    ByteBuffer base =
        patch.recipe().isPresent()
            ? follow(patch.recipe().get(), stored, length, limits.sliceBytes(), origin, name)
            : join(stored);
    byte[] baseBytes = new byte[base.remaining()];
    base.get(baseBytes);
    return ByteBuffer.wrap(patch.apply(baseBytes, limits, origin));
  }

  private static ByteBuffer join(List<ByteBuffer> parts) {
    long length = parts.stream().mapToLong(ByteBuffer::remaining).sum();
    ByteBuffer joined = ByteBuffer.allocate(Math.toIntExact(length));
    parts.forEach(part -> joined.put(part.duplicate()));
    return joined.flip();
  }

  private static void prove(ByteBuffer original, OriginalFacts facts, Origin origin, String name)
      throws PcrException {
    if (original.remaining() != facts.length()) {
      throw new PcrException.Corrupt(
          ErrorCode.RESTORE_MISMATCH, lengthOf(name, origin), facts.length(), original.remaining());
    }
    if (facts.sha256().isPresent()) {
      Sha256 computed = Sha256.of(original);
      if (!computed.equals(facts.sha256().get())) {
        throw new PcrException.Corrupt(
            ErrorCode.RESTORE_MISMATCH,
            origin.field("RestoreDirectory.source_sha256 of " + name),
            facts.sha256().get(),
            computed);
      }
    }
  }

  private static FieldLocation lengthOf(String name, Origin origin) {
    return origin.field("ShardMetadata.source_lengths of " + name);
  }

  @Override
  public void close() {
    reencoder.close();
  }
}
