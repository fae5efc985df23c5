package io.pcr.format.internal.jpeg;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A frame header (SOFn, T.81 B.2.2). Immutable. Its values are as stored: a height of 0 is legal
 * and means that a DNL segment will tell it.
 *
 * <pre>
 * | P u8 | Y u16 | X u16 | Nf u8 | Nf × ( C u8 | H:4 V:4 | Tq u8 ) |
 * </pre>
 *
 * @param marker SOF0 to SOF15
 * @param precision bits a sample
 */
public record Frame(int marker, int precision, int height, int width, List<Component> components) {
  private static final int HEADER_LENGTH = 6;
  private static final int COMPONENT_LENGTH = 3;
  private static final int NIBBLE = 0x0F;

  public Frame {
    components = List.copyOf(components);
  }

  /** One component: its id, sampling factors and quantisation table. */
  public record Component(
      int id, int horizontalSampling, int verticalSampling, int quantizationTable) {}

  /** True for Huffman-coded progressive, the frame of every stored sample. */
  public boolean isProgressiveHuffman() {
    return marker == Marker.SOF2;
  }

  /** The position in the frame of the component with this id, or -1. */
  public int indexOf(int componentId) {
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).id() == componentId) {
        return i;
      }
    }
    return -1;
  }

  static Frame decode(int marker, ByteBuffer payload, FieldLocation location) throws PcrException {
    if (payload.remaining() < HEADER_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.IMAGE_CORRUPT, location, length(payload), "at least 6 bytes");
    }
    int precision = Byte.toUnsignedInt(payload.get());
    int height = Short.toUnsignedInt(payload.getShort());
    int width = Short.toUnsignedInt(payload.getShort());
    int count = Byte.toUnsignedInt(payload.get());
    if (count == 0 || payload.remaining() != count * COMPONENT_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.IMAGE_CORRUPT,
          location,
          count + " components in " + payload.remaining() + " bytes",
          "3 bytes each");
    }
    List<Component> components = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int id = Byte.toUnsignedInt(payload.get());
      int sampling = Byte.toUnsignedInt(payload.get());
      int table = Byte.toUnsignedInt(payload.get());
      components.add(new Component(id, sampling >> 4, sampling & NIBBLE, table));
    }
    return new Frame(marker, precision, height, width, components);
  }

  private static String length(ByteBuffer payload) {
    return payload.remaining() + " bytes";
  }
}
