package io.pcr.codecs.internal.jpeg;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Cuts JPEG files open: finds markers, changes, inserts and removes bytes. */
final class JpegSurgery {
  static final int SOI = 0xD8;
  static final int EOI = 0xD9;
  static final int SOS = 0xDA;
  static final int DRI = 0xDD;
  static final int DHT = 0xC4;
  static final int DAC = 0xCC;
  static final int APP0 = 0xE0;
  static final int APP1 = 0xE1;
  static final int APP2 = 0xE2;
  static final int APP14 = 0xEE;
  static final int COM = 0xFE;

  private static final int SOF0 = 0xC0;
  private static final int SOF15 = 0xCF;
  private static final int RST0 = 0xD0;
  private static final int RST7 = 0xD7;

  // Behind a marker's first byte.
  private static final int FRAME_COMPONENTS_AT = 10;
  private static final int FRAME_COMPONENT_LENGTH = 3;
  private static final int SCAN_COUNT_AT = 4;
  private static final int SCAN_COMPONENT_LENGTH = 2;

  /** A marker, its first FF at {@code offset}, with its parameters up to {@code end}. */
  record Found(int marker, int offset, int end) {}

  private JpegSurgery() {}

  /** All markers but RSTn, up to EOI. */
  static List<Found> markers(byte[] jpeg) {
    List<Found> found = new ArrayList<>();
    int at = 0;
    while (at + 1 < jpeg.length) {
      int code = jpeg[at + 1] & 0xFF;
      boolean isMarker =
          (jpeg[at] & 0xFF) == 0xFF && code != 0 && code != 0xFF && (code < RST0 || code > RST7);
      if (!isMarker) {
        at++;
        continue;
      }
      boolean bare = code == SOI || code == EOI;
      int end = at + 2 + (bare ? 0 : u16(jpeg, at + 2));
      found.add(new Found(code, at, end));
      if (code == EOI) {
        break;
      }
      at = end;
    }
    return found;
  }

  static Found find(byte[] jpeg, int marker) {
    return markers(jpeg).stream()
        .filter(m -> m.marker() == marker)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no marker " + Integer.toHexString(marker)));
  }

  static boolean has(byte[] jpeg, int marker) {
    return markers(jpeg).stream().anyMatch(m -> m.marker() == marker);
  }

  static Found frame(byte[] jpeg) {
    return markers(jpeg).stream()
        .filter(m -> m.marker() >= SOF0 && m.marker() <= SOF15)
        .filter(m -> m.marker() != DHT && m.marker() != DAC)
        .findFirst()
        .orElseThrow();
  }

  static byte[] insert(byte[] jpeg, int offset, byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(jpeg, 0, offset);
    out.writeBytes(bytes);
    out.write(jpeg, offset, jpeg.length - offset);
    return out.toByteArray();
  }

  static byte[] remove(byte[] jpeg, Found marker) {
    byte[] head = Arrays.copyOf(jpeg, marker.offset());
    return concat(head, Arrays.copyOfRange(jpeg, marker.end(), jpeg.length));
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  static byte[] segment(int marker, byte[]... payload) {
    byte[] body = concat(payload);
    int length = body.length + 2;
    byte[] head = {(byte) 0xFF, (byte) marker, (byte) (length >> 8), (byte) length};
    return concat(head, body);
  }

  /** A copy with one byte set. */
  static byte[] with(byte[] jpeg, int offset, int value) {
    byte[] copy = jpeg.clone();
    copy[offset] = (byte) value;
    return copy;
  }

  /** A copy with other component ids, in the frame's header and in every scan's. */
  static byte[] withIds(byte[] jpeg, int... ids) {
    byte[] copy = jpeg.clone();
    int frame = frame(jpeg).offset();
    int[] at = new int[ids.length];
    for (int i = 0; i < ids.length; i++) {
      at[i] = frame + FRAME_COMPONENTS_AT + i * FRAME_COMPONENT_LENGTH;
      copy[at[i]] = (byte) ids[i];
    }
    for (Found scan : markers(jpeg)) {
      int count = scan.marker() == SOS ? jpeg[scan.offset() + SCAN_COUNT_AT] : 0;
      for (int i = 0; i < count; i++) {
        int place = scan.offset() + SCAN_COUNT_AT + 1 + i * SCAN_COMPONENT_LENGTH;
        int component = 0;
        while (jpeg[at[component]] != jpeg[place]) {
          component++;
        }
        copy[place] = (byte) ids[component];
      }
    }
    return copy;
  }

  private static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
  }
}
