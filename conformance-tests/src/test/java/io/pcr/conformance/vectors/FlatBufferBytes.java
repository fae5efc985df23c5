package io.pcr.conformance.vectors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Lays tables out as a FlatBuffer, by the specification's section 3.3 and no library: vtable, table
 * and then what the table refers to, depth first. Remembers where everything stands, so that a
 * vector can break one thing.
 */
final class FlatBufferBytes {
  private static final int TABLE_ALIGNMENT = Long.BYTES;

  private static final int WITHOUT_VECTORS = 1 << 20;

  private final ByteBuffer out;
  private final Map<String, Integer> positions = new LinkedHashMap<>();

  /** A FlatBuffer and where its parts stand. */
  static final class Encoded {
    private final byte[] bytes;
    private final Map<String, Integer> positions;

    private Encoded(byte[] bytes, Map<String, Integer> positions) {
      this.bytes = bytes;
      this.positions = positions;
    }

    /** The bytes, to be changed in place. */
    byte[] bytes() {
      return bytes;
    }

    /** A view of the bytes, to be changed in place. */
    ByteBuffer buffer() {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Where a part stands: {@code labels} the place of a field in its table, {@code labels*} what
     * it refers to, {@code columns[0].name}; {@code table} and {@code vtable} of the root.
     */
    int at(String path) {
      return positions.get(path);
    }
  }

  private FlatBufferBytes(int vectors) {
    out = ByteBuffer.allocate(WITHOUT_VECTORS + vectors).order(ByteOrder.LITTLE_ENDIAN);
  }

  static Encoded encode(TableDraft root, String identifier) {
    FlatBufferBytes bytes = new FlatBufferBytes(root.vectorBytes());
    bytes.out.putInt(0);
    identifier.chars().forEach(c -> bytes.out.put((byte) c));
    bytes.out.putInt(0, bytes.table(root, ""));
    byte[] encoded = Arrays.copyOf(bytes.out.array(), bytes.out.position());
    return new Encoded(encoded, bytes.positions);
  }

  private void align(int alignment, int ahead) {
    while ((out.position() + ahead) % alignment != 0) {
      out.put((byte) 0);
    }
  }

  private static int inlineSize(String type) {
    return switch (type) {
      case "ubyte" -> Byte.BYTES;
      case "ushort" -> Short.BYTES;
      case "ulong", "long", "double" -> Long.BYTES;
      default -> Integer.BYTES;
    };
  }

  private int table(TableDraft table, String path) {
    Map<String, String> fields = Schemas.fields(table.type());
    align(Short.BYTES, 0);
    int vtable = out.position();
    int slots = fields.size() + table.unknownFields();
    out.putShort((short) (2 * Short.BYTES + slots * Short.BYTES));
    int lengthAt = out.position();
    out.putShort((short) 0);
    int offset = Integer.BYTES;
    Map<String, Integer> offsets = new LinkedHashMap<>();
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (table.get(field.getKey()) == null) {
        out.putShort((short) 0);
        continue;
      }
      int size = inlineSize(field.getValue());
      offset = (offset + size - 1) / size * size;
      out.putShort((short) offset);
      offsets.put(field.getKey(), offset);
      offset += size;
    }
    for (int i = 0; i < table.unknownFields(); i++) {
      out.putShort((short) offset++);
    }
    out.putShort(lengthAt, (short) offset);
    align(TABLE_ALIGNMENT, 0);
    int start = out.position();
    positions.put(path.isEmpty() ? "vtable" : path + ".vtable", vtable);
    positions.put(path.isEmpty() ? "table" : path + ".table", start);
    out.putInt(start - vtable);
    byte[] unset = new byte[offset - Integer.BYTES];
    Arrays.fill(unset, unset.length - table.unknownFields(), unset.length, (byte) 0xEE);
    out.put(unset);
    offsets.forEach((name, at) -> field(table, name, start + at, path));
    return start;
  }

  private void field(TableDraft table, String name, int at, String parent) {
    String path = parent.isEmpty() ? name : parent + "." + name;
    String type = Schemas.fields(table.type()).get(name);
    Object value = table.get(name);
    positions.put(path, at);
    switch (type) {
      case "ubyte" -> out.put(at, ((Number) value).byteValue());
      case "ushort" -> out.putShort(at, ((Number) value).shortValue());
      case "uint" -> out.putInt(at, ((Number) value).intValue());
      case "ulong", "long" -> out.putLong(at, ((Number) value).longValue());
      case "double" -> out.putDouble(at, ((Number) value).doubleValue());
      default -> {
        int target = target(type, value, path);
        positions.put(path + "*", target);
        out.putInt(at, target - at);
      }
    }
  }

  private int target(String type, Object value, String path) {
    if (value instanceof TableDraft table) {
      return table(table, path);
    }
    if (value instanceof byte[] bytes) {
      int start = vector(bytes.length, 1);
      out.put(bytes);
      if (type.equals("string")) {
        out.put((byte) 0);
      }
      return start;
    }
    if (value instanceof double[] numbers) {
      int start = vector(numbers.length, Double.BYTES);
      Arrays.stream(numbers).forEach(out::putDouble);
      return start;
    }
    if (value instanceof long[] numbers) {
      return numbers(numbers, inlineSize(type.substring(1, type.length() - 1)));
    }
    return list((List<?>) value, path);
  }

  private int numbers(long[] numbers, int size) {
    int start = vector(numbers.length, size);
    for (long number : numbers) {
      switch (size) {
        case Short.BYTES -> out.putShort((short) number);
        case Integer.BYTES -> out.putInt((int) number);
        default -> out.putLong(number);
      }
    }
    return start;
  }

  private int list(List<?> elements, String path) {
    int start = vector(elements.size(), Integer.BYTES);
    if (!elements.isEmpty() && elements.get(0) instanceof int[]) {
      for (Object struct : elements) {
        Arrays.stream((int[]) struct).forEach(value -> out.put((byte) value));
      }
      return start;
    }
    int first = out.position();
    out.position(first + elements.size() * Integer.BYTES);
    for (int i = 0; i < elements.size(); i++) {
      int at = first + i * Integer.BYTES;
      out.putInt(at, table((TableDraft) elements.get(i), path + "[" + i + "]") - at);
    }
    return start;
  }

  /** Puts a count whose elements begin aligned; returns where the count stands. */
  private int vector(int count, int elementSize) {
    align(Integer.BYTES, 0);
    align(Math.max(Integer.BYTES, elementSize), Integer.BYTES);
    int start = out.position();
    out.putInt(count);
    return start;
  }
}
