package io.pcr.format.damage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.frame.ZstdFrame;
import io.pcr.format.metadata.ShardMetadata;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** Small frames with millions of tables: each is four bytes that the next one overlaps. */
class TableBombTest {
  private static final int COLUMNS = 1 << 20;
  private static final int SMALL_FRAME = 16 << 10;

  /**
   * A FlatBuffer of identifier PCRM with group_count 1 and columns. All offsets to columns are the
   * same number, as are all columns (the way to their vtables) and all vtables (no field).
   */
  private static ByteBuffer metadataOfColumns() {
    int vtable = 8;
    int fields = 17;
    int root = 48;
    int vector = 60;
    ByteBuffer out = ByteBuffer.allocate(vector + 4 + 12 * COLUMNS).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(0, root).putInt(4, 0x4D524350);
    out.putShort(vtable, (short) (4 + 2 * fields)).putShort(vtable + 2, (short) 12);
    out.putShort(vtable + 4 + 2, (short) 4).putShort(vtable + 4 + 2 * 16, (short) 8);
    out.putInt(root, root - vtable).putShort(root + 4, (short) 1).putInt(root + 8, 4);
    out.putInt(vector, COLUMNS).position(vector + 4);
    for (int word : new int[] {4 * COLUMNS, -4 * COLUMNS, 0x0004_0004}) {
      for (int i = 0; i < COLUMNS; i++) {
        out.putInt(word);
      }
    }
    return out.flip();
  }

  // Covers R-FB-5, R-META-7
  @Test
  void millionColumnsInAFewBytesAreRefusedBeforeTheyAreRead() {
    byte[] frame = ZstdFrame.compressTables(metadataOfColumns());
    assertTrue(frame.length < SMALL_FRAME, frame.length + " bytes");
    Origin origin = new Origin("bomb.pcr", 0);
    PcrException e =
        assertThrows(
            PcrException.class,
            () -> ShardMetadata.decode(ByteBuffer.wrap(frame), Limits.DEFAULT, origin));
    assertEquals(ErrorCode.VALUE_OUT_OF_RANGE, e.code(), e.getMessage());
    assertEquals("ShardMetadata.columns", e.field());
    assertTrue(
        new Bounded()
            .refuses(
                "a million columns",
                () -> ShardMetadata.decode(ByteBuffer.wrap(frame), Limits.DEFAULT, origin)));
  }
}
