package io.pcr.format.internal.tables;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.tables.TableShape.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Proves that every access that the generated classes can make to a FlatBuffer stays inside it
 * (spec section "Reading a FlatBuffer"). One use per buffer, one thread.
 *
 * <p>The work is bounded by the buffer's length, and so is what is made of it: tables, vectors and
 * strings, each counted as often as it is referred to, are no more than the buffer could hold side
 * by side. Shapes do not recurse.
 */
final class TableVerifier {
  private static final int IDENTIFIER_OFFSET = Integer.BYTES;
  private static final int IDENTIFIER_LENGTH = 4;
  private static final int VTABLE_HEADER_LENGTH = 2 * Short.BYTES;

  /** Some FlatBuffers libraries, Java's among them, read these lengths as signed. */
  private static final int MAX_LENGTH = Short.MAX_VALUE;

  /** The least that a table takes: the offset to its vtable. */
  private static final int MIN_TABLE_LENGTH = Integer.BYTES;

  /** The index of a table that is no element of a vector. */
  private static final int NONE = -1;

  private final ByteBuffer buffer;
  private final Origin origin;
  private long bytesLeft;

  private TableVerifier(ByteBuffer buffer, Origin origin) {
    this.buffer = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    this.origin = origin;
    this.bytesLeft = buffer.limit();
  }

  /** Verifies a buffer whose content starts at position 0. */
  static void verify(ByteBuffer buffer, TableShape root, String identifier, Origin origin)
      throws PcrException {
    new TableVerifier(buffer, origin).root(root, identifier);
  }

  private void root(TableShape shape, String identifier) throws PcrException {
    String name = shape.name();
    require(
        buffer.limit() >= IDENTIFIER_OFFSET + IDENTIFIER_LENGTH, name, "buffer", buffer.limit());
    byte[] found = new byte[IDENTIFIER_LENGTH];
    buffer.get(IDENTIFIER_OFFSET, found);
    require(
        identifier.equals(new String(found, StandardCharsets.ISO_8859_1)),
        name,
        "file_identifier",
        String.format("0x%08x", buffer.getInt(IDENTIFIER_OFFSET)));
    table(shape, target(0, name), name, NONE);
  }

  /** No text is made for a table that is as it should be: there may be millions of them. */
  private void table(TableShape shape, int position, String path, int index) throws PcrException {
    visit(MIN_TABLE_LENGTH, path, index, "table");
    long vtable = position - (long) buffer.getInt(position);
    require(inside(vtable, VTABLE_HEADER_LENGTH, Short.BYTES), path, index, "vtable", vtable);
    int vtableLength = u16((int) vtable);
    int tableLength = u16((int) vtable + Short.BYTES);
    require(
        vtableLength >= VTABLE_HEADER_LENGTH
            && vtableLength <= MAX_LENGTH
            && vtableLength % Short.BYTES == 0
            && inside(vtable, vtableLength, Short.BYTES),
        path,
        index,
        "vtable_length",
        vtableLength);
    require(
        tableLength >= Integer.BYTES
            && tableLength <= MAX_LENGTH
            && inside(position, tableLength, Integer.BYTES),
        path,
        index,
        "table_length",
        tableLength);
    int slots = (vtableLength - VTABLE_HEADER_LENGTH) / Short.BYTES;
    for (int slot = 0; slot < Math.min(slots, shape.fields().size()); slot++) {
      int offset = u16((int) vtable + VTABLE_HEADER_LENGTH + slot * Short.BYTES);
      Field field = shape.fields().get(slot);
      if (offset != 0) {
        require(
            offset >= Integer.BYTES && offset + field.inlineLength() <= tableLength,
            path,
            index,
            field.name(),
            offset);
        field(field, position + offset, at(path, index));
      }
    }
  }

  private void field(Field field, int position, String path) throws PcrException {
    String name = path + "." + field.name();
    switch (field.kind()) {
      case SCALAR -> require(position % field.alignment() == 0, path, field.name(), position);
      case SCALARS -> vector(field, position, name);
      case STRING -> {
        int target = target(position, name);
        long end = target + (long) Integer.BYTES + vector(field, position, name);
        require(inside(end, 1, 1) && buffer.get((int) end) == 0, name, "terminator", end);
      }
      case TABLE -> table(field.shape(), target(position, name), name, NONE);
      case TABLES -> {
        int count = vector(field, position, name);
        int first = target(position, name) + Integer.BYTES;
        for (int i = 0; i < count; i++) {
          table(field.shape(), element(first + i * Integer.BYTES, name, i), name, i);
        }
      }
      default -> throw new AssertionError(field.kind());
    }
  }

  /** Follows the offset stored at {@code position}, to a table or to a vector's count. */
  private int target(int position, String path) throws PcrException {
    require(inside(position, Integer.BYTES, Integer.BYTES), path, "offset", position);
    return element(position, path, NONE);
  }

  /** As {@link #target}, from an element of a vector that is known to be inside. */
  private int element(int position, String path, int index) throws PcrException {
    long target = position + (buffer.getInt(position) & 0xFFFFFFFFL);
    require(
        target > position && inside(target, Integer.BYTES, Integer.BYTES),
        path,
        index,
        "offset",
        target);
    return (int) target;
  }

  /** Returns the vector's count. */
  private int vector(Field field, int position, String path) throws PcrException {
    int target = target(position, path);
    long count = buffer.getInt(target) & 0xFFFFFFFFL;
    require(
        inside(target + (long) Integer.BYTES, count * field.elementLength(), field.alignment()),
        path,
        "count",
        count);
    visit(count * field.elementLength(), path, NONE, "count");
    return (int) count;
  }

  /** Counts what is visited, so that nothing small can be referred to until it is large. */
  private void visit(long length, String path, int index, String what) throws PcrException {
    bytesLeft -= length;
    require(bytesLeft >= 0, path, index, what, "more than the buffer has, as it is shared");
  }

  private boolean inside(long position, long length, int alignment) {
    return position >= 0
        && position % alignment == 0
        && position <= buffer.limit()
        && length <= buffer.limit() - position;
  }

  private int u16(int position) {
    return buffer.getShort(position) & 0xFFFF;
  }

  private static String at(String path, int index) {
    return index == NONE ? path : path + "[" + index + "]";
  }

  private void require(boolean holds, String path, int index, String what, Object stored)
      throws PcrException {
    if (!holds) {
      require(false, at(path, index), what, stored);
    }
  }

  private void require(boolean holds, String path, String what, Object stored) throws PcrException {
    if (!holds) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field(path + "." + what),
          stored,
          "inside " + buffer.limit() + " bytes and aligned");
    }
  }
}
