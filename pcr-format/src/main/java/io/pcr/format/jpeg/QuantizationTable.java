package io.pcr.format.jpeg;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One table of a DQT segment (T.81 B.2.4.1). Immutable.
 *
 * @param id 0 to 3
 * @param precision bits of a value as stored, 8 or 16
 * @param values 64 values in zigzag order
 */
public record QuantizationTable(int id, int precision, List<Integer> values) {
  private static final int VALUES = 64;
  private static final int MAX_ID = 3;
  private static final int NIBBLE = 0x0F;

  public QuantizationTable {
    values = List.copyOf(values);
  }

  /**
   * All tables of a file in the order in which they stand; a later one replaces an earlier one of
   * the same id.
   */
  public static List<QuantizationTable> of(JpegStructure jpeg) throws PcrException {
    List<QuantizationTable> tables = new ArrayList<>();
    for (Segment segment : jpeg.segments()) {
      if (segment.marker() == Marker.DQT) {
        FieldLocation location = new FieldLocation("Jpeg.DQT", segment.offset(), jpeg.source());
        ByteBuffer payload = jpeg.payload(segment);
        while (payload.hasRemaining()) {
          tables.add(decode(payload, location));
        }
      }
    }
    return tables;
  }

  private static QuantizationTable decode(ByteBuffer payload, FieldLocation location)
      throws PcrException {
    int head = Byte.toUnsignedInt(payload.get());
    int wide = head >> 4;
    int id = head & NIBBLE;
    if (wide > 1 || id > MAX_ID) {
      throw new PcrException.Corrupt(
          ErrorCode.BAD_JPEG,
          location,
          "precision " + wide + ", table " + id,
          "precision 0 or 1, table 0 to 3");
    }
    int needed = VALUES * (1 + wide);
    if (payload.remaining() < needed) {
      throw new PcrException.Corrupt(
          ErrorCode.BAD_JPEG,
          location,
          payload.remaining() + " bytes of values",
          needed + " bytes");
    }
    List<Integer> values = new ArrayList<>(VALUES);
    for (int i = 0; i < VALUES; i++) {
      values.add(
          wide == 1 ? Short.toUnsignedInt(payload.getShort()) : Byte.toUnsignedInt(payload.get()));
    }
    return new QuantizationTable(id, Byte.SIZE << wide, values);
  }
}
