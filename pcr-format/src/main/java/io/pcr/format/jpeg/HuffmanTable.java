package io.pcr.format.jpeg;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * One table of a DHT segment (T.81 B.2.4.2). Immutable.
 *
 * @param ac false for a table of DC (or lossless) differences
 * @param id 0 to 3
 * @param codes how many codes there are of 1 to 16 bits
 * @param symbols the symbols in the order of their codes, at most 256
 */
public record HuffmanTable(boolean ac, int id, List<Integer> codes, List<Integer> symbols) {
  private static final int CODE_LENGTHS = 16;
  private static final int MAX_SYMBOLS = 256;
  private static final int MAX_ID = 3;
  private static final int NIBBLE = 0x0F;

  public HuffmanTable {
    codes = List.copyOf(codes);
    symbols = List.copyOf(symbols);
  }

  /**
   * All tables of a file in the order in which they stand; a later one replaces an earlier one of
   * its class and id.
   */
  public static List<HuffmanTable> of(JpegStructure jpeg) throws PcrException {
    List<HuffmanTable> tables = new ArrayList<>();
    for (Segment segment : jpeg.segments()) {
      if (segment.marker() == Marker.DHT) {
        FieldLocation location = new FieldLocation("Jpeg.DHT", segment.offset(), jpeg.source());
        ByteBuffer payload = jpeg.payload(segment);
        while (payload.hasRemaining()) {
          tables.add(decode(payload, location));
        }
      }
    }
    return tables;
  }

  private static HuffmanTable decode(ByteBuffer payload, FieldLocation location)
      throws PcrException {
    int head = Byte.toUnsignedInt(payload.get());
    int tableClass = head >> 4;
    int id = head & NIBBLE;
    if (tableClass > 1 || id > MAX_ID || payload.remaining() < CODE_LENGTHS) {
      throw new PcrException.Corrupt(
          ErrorCode.BAD_JPEG,
          location,
          "class " + tableClass + ", table " + id + ", " + payload.remaining() + " bytes",
          "class 0 or 1, table 0 to 3, 16 bytes of counts");
    }
    List<Integer> codes = new ArrayList<>(CODE_LENGTHS);
    int total = 0;
    for (int i = 0; i < CODE_LENGTHS; i++) {
      codes.add(Byte.toUnsignedInt(payload.get()));
      total += codes.get(i);
    }
    if (total > MAX_SYMBOLS || total > payload.remaining()) {
      throw new PcrException.Corrupt(
          ErrorCode.BAD_JPEG,
          location,
          total + " symbols in " + payload.remaining() + " bytes",
          "at most 256, one byte each");
    }
    List<Integer> symbols = new ArrayList<>(total);
    for (int i = 0; i < total; i++) {
      symbols.add(Byte.toUnsignedInt(payload.get()));
    }
    return new HuffmanTable(tableClass == 1, id, codes, symbols);
  }
}
