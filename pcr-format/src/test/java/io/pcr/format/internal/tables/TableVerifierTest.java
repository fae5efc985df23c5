package io.pcr.format.internal.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** FlatBuffers laid out by hand, one fault each. */
class TableVerifierTest {
  private static final Origin ORIGIN = new Origin("f", 7);

  /**
   * A RestoreDirectory with {@code kinds} of two bytes: root, identifier, a vtable of one field at
   * 8, six bytes, the table at 16, the vector at 24.
   */
  private static final String VALID =
      "10000000 50435252 0600 0800 0400 0000 08000000 04000000 02000000 0102 0000";

  private static ByteBuffer buffer(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void assertRefused(ByteBuffer buffer, String field) {
    PcrException e =
        assertThrows(PcrException.class, () -> RestoreDirectoryTable.decode(buffer, ORIGIN));
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("RestoreDirectory." + field, e.field());
    assertEquals(7, e.offset());
  }

  private static ByteBuffer with(int at, int value) {
    return buffer(VALID).putInt(at, value);
  }

  private static ByteBuffer with16(int at, int value) {
    return buffer(VALID).putShort(at, (short) value);
  }

  @Test
  void handMadeBufferIsRead() throws IOException {
    RestoreDirectoryTable table = RestoreDirectoryTable.decode(buffer(VALID), ORIGIN);
    assertEquals(buffer("0102"), table.kinds());
    assertEquals(0, table.recordLengths().remaining());
  }

  // Covers R-FB-1
  @Test
  void bufferHasItsIdentifier() {
    assertRefused(buffer("10000000 504352"), "buffer");
    assertRefused(with(4, 0x4D524350), "file_identifier");
    assertRefused(buffer(""), "buffer");
  }

  // Covers R-FB-2
  @Test
  void everythingIsInsideTheBuffer() {
    for (int root : new int[] {0, 36, 1 << 30, -4, Integer.MIN_VALUE}) {
      assertRefused(with(0, root), "offset");
    }
    for (int back : new int[] {20, -32, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      assertRefused(with(16, back), "vtable");
    }
    for (int forward : new int[] {0, 16, 1 << 30, -4}) {
      assertRefused(with(20, forward), "kinds.offset");
    }
    for (int count : new int[] {9, 1 << 30, -1}) {
      assertRefused(with(24, count), "kinds.count");
    }
    assertRefused(buffer(VALID).limit(28).slice(), "kinds.count");
  }

  // Covers R-FB-3
  @Test
  void lengthsOfTablesAreSane() {
    for (int length : new int[] {0, 2, 7, 30, 0x8000, 0xFFFF}) {
      assertRefused(with16(8, length), "vtable_length");
    }
    for (int length : new int[] {0, 3, 30, 0x8000, 0xFFFF}) {
      assertRefused(with16(10, length), "table_length");
    }
    for (int offset : new int[] {1, 3, 5, 8, 0x8000, 0xFFFF}) {
      assertRefused(with16(12, offset), "kinds");
    }
  }

  // Covers R-FB-4
  @Test
  void everythingIsAligned() {
    assertRefused(with(0, 18), "offset");
    assertRefused(with(16, 7), "vtable");
    assertRefused(with(20, 5), "kinds.offset");
  }

  private static ColumnTable column(String name) {
    ByteBuffer none = ByteBuffer.allocate(0);
    return new ColumnTable(name, 1, 0, 0, 0, none, none.asIntBuffer(), none, none.asIntBuffer());
  }

  /** A table whose one field is a vector that refers {@code count} times to a table. */
  private static int tableOf(FlatBufferBuilder builder, int table, int count) {
    int[] references = new int[count];
    Arrays.fill(references, table);
    int vector = builder.createVectorOfTables(references);
    builder.startTable(1);
    builder.addOffset(0, vector, 0);
    return builder.endTable();
  }

  // Covers R-FB-5
  @Test
  void tablesThatAreReferredToManyTimesAreCounted() throws IOException {
    TableShape leaf = TableShape.of("Leaf", TableShape.scalar("number", 1));
    TableShape middle = TableShape.of("Middle", TableShape.tables("leaves", leaf));
    TableShape root = TableShape.of("Root", TableShape.tables("middles", middle));
    for (int count : new int[] {1, 3000}) {
      FlatBufferBuilder builder = new FlatBufferBuilder(1 << 10);
      builder.startTable(1);
      int end = tableOf(builder, tableOf(builder, builder.endTable(), count), count);
      builder.finish(end, "TEST");
      ByteBuffer bytes = ByteBuffer.wrap(builder.sizedByteArray());
      if (count == 1) {
        TableVerifier.verify(bytes, root, "TEST", ORIGIN);
      } else {
        PcrException e =
            assertThrows(
                PcrException.class, () -> TableVerifier.verify(bytes, root, "TEST", ORIGIN));
        assertEquals("more than the buffer has, as it is shared", e.stored());
      }
    }
  }

  private static TableShape names() {
    TableShape name = TableShape.of("Name", TableShape.string("name"));
    return TableShape.of("Root", TableShape.tables("names", name));
  }

  /** So many tables, each with a string of {@code length}, which is one for all or their own. */
  private static ByteBuffer names(int count, int length, boolean shared) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1 << 16);
    ByteBuffer text = ByteBuffer.wrap("n".repeat(length).getBytes(StandardCharsets.UTF_8));
    int[] tables = new int[count];
    int string = 0;
    for (int i = 0; i < count; i++) {
      string = shared && i > 0 ? string : builder.createString(text.duplicate());
      builder.startTable(1);
      builder.addOffset(0, string, 0);
      tables[i] = builder.endTable();
    }
    int vector = builder.createVectorOfTables(tables);
    builder.startTable(1);
    builder.addOffset(0, vector, 0);
    builder.finish(builder.endTable(), "TEST");
    return ByteBuffer.wrap(builder.sizedByteArray());
  }

  // Covers R-FB-5
  @Test
  void stringsThatAreReferredToManyTimesAreCounted() throws IOException {
    TableVerifier.verify(names(1000, 100, false), names(), "TEST", ORIGIN);
    TableVerifier.verify(names(1, 65_535, true), names(), "TEST", ORIGIN);
    // Two megabytes, of which a reader would make thirteen billion characters.
    for (int count : new int[] {2, 200_000}) {
      ByteBuffer bytes = names(count, 65_535, true);
      PcrException e =
          assertThrows(
              PcrException.class, () -> TableVerifier.verify(bytes, names(), "TEST", ORIGIN));
      assertTrue(e.field().endsWith("].name.count"), e.field());
    }
  }

  // Covers R-FB-5
  @Test
  void vectorsThatAreReferredToManyTimesAreCounted() throws IOException {
    TableShape root =
        TableShape.of("Root", TableShape.scalars("first", 8), TableShape.scalars("second", 8));
    for (int count : new int[] {1, 100}) {
      FlatBufferBuilder builder = new FlatBufferBuilder(1 << 10);
      builder.startVector(Long.BYTES, count, Long.BYTES);
      for (int i = 0; i < count; i++) {
        builder.addLong(i);
      }
      int vector = builder.endVector();
      builder.startTable(2);
      builder.addOffset(0, vector, 0);
      builder.addOffset(1, vector, 0);
      builder.finish(builder.endTable(), "TEST");
      ByteBuffer bytes = ByteBuffer.wrap(builder.sizedByteArray());
      if (count == 1) {
        TableVerifier.verify(bytes, root, "TEST", ORIGIN);
      } else {
        PcrException e =
            assertThrows(
                PcrException.class, () -> TableVerifier.verify(bytes, root, "TEST", ORIGIN));
        assertEquals("Root.second.count", e.field());
      }
    }
  }

  // Covers R-FB-6
  @Test
  void fieldsThatTheSchemaDoesNotListAreIgnored() throws IOException {
    FlatBufferBuilder builder = new FlatBufferBuilder(1 << 10);
    int kinds = builder.createByteVector(new byte[] {1, 2});
    builder.startTable(9);
    builder.addOffset(0, kinds, 0);
    builder.addLong(8, -1L, 0);
    builder.finish(builder.endTable(), "PCRR");
    ByteBuffer bytes = ByteBuffer.wrap(builder.sizedByteArray());
    assertEquals(buffer("0102"), RestoreDirectoryTable.decode(bytes, ORIGIN).kinds());
  }

  @Test
  void stringWithoutItsZeroIsRefused() throws IOException {
    ByteBuffer none = ByteBuffer.allocate(0);
    ShardMetadataTable table =
        new ShardMetadataTable(
            none,
            none.asShortBuffer(),
            none.asLongBuffer(),
            none,
            none.asIntBuffer(),
            none.asIntBuffer(),
            none,
            none,
            none.asIntBuffer(),
            none.asLongBuffer(),
            none.asIntBuffer(),
            none.asIntBuffer(),
            Optional.empty(),
            List.of(column("abc")));
    ByteBuffer bytes = table.encode();
    ShardMetadataTable.decode(bytes, ORIGIN);
    for (int i = 0; i + 4 <= bytes.limit(); i++) {
      if (bytes.get(i) == 'a' && bytes.get(i + 1) == 'b' && bytes.get(i + 3) == 0) {
        bytes.put(i + 3, (byte) 'd');
      }
    }
    PcrException e =
        assertThrows(PcrException.class, () -> ShardMetadataTable.decode(bytes, ORIGIN));
    assertEquals("ShardMetadata.columns[0].name.terminator", e.field());
  }
}
