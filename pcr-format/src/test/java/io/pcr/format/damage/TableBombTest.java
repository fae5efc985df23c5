package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.tables.ManifestTable;
import io.pcr.format.programme.Programme;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small frames with millions of tables: each is four bytes that the next one overlaps. */
class TableBombTest {
  private static final int TABLES = 1 << 20;
  private static final int SMALL_FRAME = 16 << 10;
  private static final Origin ORIGIN = new Origin("bomb", 0);

  /**
   * A FlatBuffer with a group_count of 1, field 3 of a manifest, and a vector of tables without
   * fields. All offsets to them are the same number, as are all of them (the way to their vtables)
   * and all vtables.
   */
  private static ByteBuffer bomb(String identifier, int field) {
    int vtable = 8;
    int root = 48;
    int vector = 60;
    ByteBuffer out = ByteBuffer.allocate(vector + 4 + 12 * TABLES).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(root).put(identifier.getBytes(StandardCharsets.US_ASCII));
    out.putShort(vtable, (short) (root - vtable - 2)).putShort(vtable + 2, (short) 12);
    out.putShort(vtable + 4 + 2 * 3, (short) (identifier.equals("PCRI") ? 4 : 0));
    out.putShort(vtable + 4 + 2 * field, (short) 8);
    out.putInt(root, root - vtable).putShort(root + 4, (short) 1).putInt(root + 8, 4);
    out.putInt(vector, TABLES).position(vector + 4);
    for (int word : new int[] {4 * TABLES, -4 * TABLES, 0x0004_0004}) {
      for (int i = 0; i < TABLES; i++) {
        out.putInt(word);
      }
    }
    return out.flip();
  }

  private static void assertRefused(ErrorCode code, String field, Bounded.Read read) {
    PcrException e = assertThrows(PcrException.class, read::run);
    assertEquals(code, e.code(), e.getMessage());
    assertEquals(field, e.field());
    assertTrue(new Bounded().refuses("a million of " + field, read));
    Programme.T9.passed("a million tables in a few bytes", 1);
  }

  // Covers R-FB-5, R-META-7
  @Test
  void millionColumnsInAFewBytesAreRefusedBeforeTheyAreRead() {
    byte[] frame = ZstdFrame.compressTables(bomb("PCRM", 13));
    assertTrue(frame.length < SMALL_FRAME, frame.length + " bytes");
    assertRefused(
        ErrorCode.MALFORMED,
        "ShardMetadata.columns",
        () ->
            ShardMetadata.decode(
                ByteBuffer.wrap(frame), new ShardMetadata.Counts(0, 1), Limits.DEFAULT, ORIGIN));
  }

  // Covers R-FB-5, R-MANIFEST-7, R-MANIFEST-12, R-PART-1, R-KEYS-7
  @ParameterizedTest
  @CsvSource({
    "5, MALFORMED, class_names[1]",
    "6, MALFORMED, quality",
    "7, MALFORMED, options[1]",
    "8, MALFORMED, columns[0].type",
    "10, MALFORMED, parts",
    "12, MALFORMED, key_segments"
  })
  void millionTablesOfAManifestAreRefusedAtTheSecond(int field, ErrorCode code, String name) {
    ByteBuffer content = bomb("PCRI", field);
    assertRefused(code, "Manifest." + name, () -> ManifestTable.decode(content, ORIGIN));
  }
}
