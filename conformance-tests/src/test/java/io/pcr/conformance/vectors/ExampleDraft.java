package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Records, protobuf messages and compressed streams of TFRecord files, byte by byte. */
final class ExampleDraft {
  static final int BYTES_LIST = 1;
  static final int FLOAT_LIST = 2;
  static final int INT64_LIST = 3;
  private static final int LENGTH_DELIMITED = 2;
  private static final int MASK_DELTA = 0xA282EAD8;

  private ExampleDraft() {}

  /** A record of data. */
  static byte[] record(byte[] data) {
    return record(data.length, data);
  }

  /** A record that says another length, with checksums that hold. */
  static byte[] record(long length, byte[] data) {
    byte[] head = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(length).array();
    return Frames.concat(head, masked(head), data, masked(data));
  }

  private static byte[] masked(byte[] bytes) {
    int crc = Crc32C.of(bytes);
    return Frames.u32((crc >>> 15 | crc << 17) + MASK_DELTA);
  }

  static byte[] varint(long value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.write((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
    return out.toByteArray();
  }

  /** A field of bytes, a text or a message. */
  static byte[] field(int number, byte[] value) {
    return Frames.concat(
        varint((long) number << 3 | LENGTH_DELIMITED), varint(value.length), value);
  }

  /** An Example of entries. */
  static byte[] example(byte[]... entries) {
    return field(1, Frames.concat(entries));
  }

  /** An entry of a name and a Feature message. */
  static byte[] entry(String name, byte[] feature) {
    return field(1, Frames.concat(field(1, ManifestDraft.utf8(name)), field(2, feature)));
  }

  static byte[] bytes(byte[]... values) {
    ByteArrayOutputStream list = new ByteArrayOutputStream();
    for (byte[] value : values) {
      list.writeBytes(field(1, value));
    }
    return field(BYTES_LIST, list.toByteArray());
  }

  static byte[] text(String value) {
    return bytes(ManifestDraft.utf8(value));
  }

  static byte[] int64s(long... values) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (long value : values) {
      packed.writeBytes(varint(value));
    }
    return field(INT64_LIST, field(1, packed.toByteArray()));
  }

  static byte[] floats(float... values) {
    ByteBuffer packed = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      packed.putFloat(value);
    }
    return field(FLOAT_LIST, field(1, packed.array()));
  }

  /** Groups of a number, one in another. */
  static byte[] groups(int number, int depth) {
    byte[] begins = new byte[depth];
    byte[] ends = new byte[depth];
    Arrays.fill(begins, (byte) (number << 3 | 3));
    Arrays.fill(ends, (byte) (number << 3 | 4));
    return Frames.concat(begins, new byte[] {8, 5}, ends);
  }

  /** A varint of ten bytes. */
  static byte[] tenBytes(int last) {
    byte[] varint = new byte[10];
    Arrays.fill(varint, (byte) 0xFF);
    varint[9] = (byte) last;
    return varint;
  }

  /** A gzip member whose data is stored. */
  static byte[] gzip(byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    byte[] head = {0x1F, (byte) 0x8B, 8, 0, 0, 0, 0, 0, 0, (byte) 0xFF};
    return Frames.concat(
        head, stored(content), Frames.u32(crc.getValue()), Frames.u32(content.length));
  }

  /** A zlib stream whose data is stored. */
  static byte[] zlib(byte[] content) {
    Adler32 adler = new Adler32();
    adler.update(content);
    byte[] check = ByteBuffer.allocate(4).putInt((int) adler.getValue()).array();
    return Frames.concat(new byte[] {0x78, 0x01}, stored(content), check);
  }

  /** A deflate stream of one stored block. */
  private static byte[] stored(byte[] content) {
    ByteBuffer head = ByteBuffer.allocate(5).order(ByteOrder.LITTLE_ENDIAN).put((byte) 1);
    head.putShort((short) content.length).putShort((short) ~content.length);
    return Frames.concat(head.array(), content);
  }
}
