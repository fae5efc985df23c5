package io.pcr.format.internal.restore;

import static io.pcr.format.error.InvalidFieldException.require;
import static io.pcr.format.internal.restore.RestoreRecipeLayout.LITERAL_COUNT_OFFSET;
import static io.pcr.format.internal.restore.RestoreRecipeLayout.LITERAL_LENGTHS_OFFSET;
import static io.pcr.format.internal.restore.RestoreRecipeLayout.LITERAL_LENGTH_LENGTH;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * All bytes of an original JPEG that are not entropy-coded data (spec section "Restore recipe").
 *
 * <pre>
 * | literal_count 4 | literal_lengths 4 * count | literals … |
 * </pre>
 *
 * <p>Between two literals stands the entropy-coded data of one scan, so an original of s scans has
 * s + 1 literals. Immutable as long as nobody changes the buffers.
 */
public record RestoreRecipe(List<ByteBuffer> literals) {
  public RestoreRecipe {
    literals = literals.stream().map(literal -> literal.slice().asReadOnlyBuffer()).toList();
    require(
        !literals.isEmpty(),
        ErrorCode.MALFORMED,
        "RestoreRecipe.literal_count",
        literals.size(),
        "at least 1");
  }

  /** How many scans have to be coded anew. */
  public int scanCount() {
    return literals.size() - 1;
  }

  /**
   * Decodes the record of a sample; the literals are views of it.
   *
   * @param limits {@code inputScans} bounds the scans: empty literals are four bytes each and cost
   *     many times that
   */
  public static RestoreRecipe decode(ByteBuffer record, Limits limits, Origin origin)
      throws PcrException {
    ByteBuffer in = record.slice().order(ByteOrder.LITTLE_ENDIAN);
    requireBytes(in, RestoreRecipeLayout.LENGTH, origin, "literal_count");
    long count = in.getInt(LITERAL_COUNT_OFFSET) & 0xFFFFFFFFL;
    if (count == 0) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, origin.field("RestoreRecipe.literal_count"), count, "at least 1");
    }
    long first = LITERAL_LENGTHS_OFFSET + count * LITERAL_LENGTH_LENGTH;
    requireBytes(in, first, origin, "literal_lengths");
    long end = first;
    for (int i = 0; i < count; i++) {
      end += literalLength(in, i);
      requireBytes(in, end, origin, "literal_lengths[" + i + "]");
    }
    if (end != in.limit()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, origin.field("RestoreRecipe.literals"), end, in.limit());
    }
    if (count - 1 > limits.inputScans()) {
      throw new PcrException.LimitExceeded(
          origin.field("RestoreRecipe.literal_count"),
          Limit.INPUT_SCANS,
          count - 1,
          limits.inputScans());
    }
    List<ByteBuffer> literals = new ArrayList<>();
    int at = (int) first;
    for (int i = 0; i < count; i++) {
      int length = (int) literalLength(in, i);
      literals.add(in.slice(at, length));
      at += length;
    }
    return new RestoreRecipe(literals);
  }

  private static long literalLength(ByteBuffer in, int literal) {
    return in.getInt(LITERAL_LENGTHS_OFFSET + literal * LITERAL_LENGTH_LENGTH) & 0xFFFFFFFFL;
  }

  private static void requireBytes(ByteBuffer in, long needed, Origin origin, String field)
      throws PcrException {
    if (needed > in.limit()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("RestoreRecipe." + field),
          "ends at " + needed,
          in.limit() + " bytes");
    }
  }

  /** The record of a sample. */
  public RestoreRecord encode() {
    long length = LITERAL_LENGTHS_OFFSET;
    for (ByteBuffer literal : literals) {
      length += LITERAL_LENGTH_LENGTH + literal.remaining();
    }
    ByteBuffer out = ByteBuffer.allocate(Math.toIntExact(length)).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(literals.size());
    literals.forEach(literal -> out.putInt(literal.remaining()));
    literals.forEach(literal -> out.put(literal.duplicate()));
    return new RestoreRecord(RestoreKind.RECIPE, out.flip());
  }

  /**
   * The original, in pieces.
   *
   * @param entropyCoded the data of each scan, coded with the tables and the restart interval that
   *     the literals hold
   */
  public List<ByteBuffer> assemble(List<ByteBuffer> entropyCoded) {
    if (entropyCoded.size() != scanCount()) {
      throw new IllegalArgumentException(
          entropyCoded.size() + " scans for a recipe of " + scanCount());
    }
    List<ByteBuffer> original = new ArrayList<>();
    for (int scan = 0; scan < scanCount(); scan++) {
      original.add(literals.get(scan).duplicate());
      original.add(entropyCoded.get(scan).duplicate());
    }
    original.add(literals.get(scanCount()).duplicate());
    return original;
  }
}
