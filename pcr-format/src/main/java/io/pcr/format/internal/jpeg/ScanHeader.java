package io.pcr.format.internal.jpeg;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A scan header (SOS, T.81 B.2.3). Immutable.
 *
 * <pre>
 * | Ns u8 | Ns × ( Cs u8 | Td:4 Ta:4 ) | Ss u8 | Se u8 | Ah:4 Al:4 |
 * </pre>
 */
public record ScanHeader(List<Component> components, int ss, int se, int ah, int al) {
  private static final int MAX_COMPONENTS = 4;
  private static final int COMPONENT_LENGTH = 2;
  private static final int PROGRESSION_LENGTH = 3;
  private static final int NIBBLE = 0x0F;

  public ScanHeader {
    components = List.copyOf(components);
  }

  /** A component of the scan: its id in the frame and its entropy-coding tables. */
  public record Component(int id, int dcTable, int acTable) {}

  static ScanHeader decode(ByteBuffer payload, FieldLocation location) throws PcrException {
    int length = payload.remaining();
    int count = length == 0 ? 0 : Byte.toUnsignedInt(payload.get());
    if (count < 1
        || count > MAX_COMPONENTS
        || payload.remaining() != count * COMPONENT_LENGTH + PROGRESSION_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.IMAGE_CORRUPT,
          location,
          count + " components in " + length + " bytes",
          "1 to 4 components, 2 bytes each, and 4 bytes");
    }
    List<Component> components = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int id = Byte.toUnsignedInt(payload.get());
      int tables = Byte.toUnsignedInt(payload.get());
      components.add(new Component(id, tables >> 4, tables & NIBBLE));
    }
    int ss = Byte.toUnsignedInt(payload.get());
    int se = Byte.toUnsignedInt(payload.get());
    int approximation = Byte.toUnsignedInt(payload.get());
    return new ScanHeader(components, ss, se, approximation >> 4, approximation & NIBBLE);
  }
}
