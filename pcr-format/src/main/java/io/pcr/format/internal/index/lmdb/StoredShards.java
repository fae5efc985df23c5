package io.pcr.format.internal.index.lmdb;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.index.ShardTable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The shard table as one value, so that opening an index reads it at once, however many shards
 * there are. For each shard, big-endian:
 *
 * <pre>
 * | sample count u32 | uuid 16 bytes | name length u16 | name UTF-8 |
 * </pre>
 */
final class StoredShards {
  private static final int FIXED_LENGTH = Integer.BYTES + 2 * Long.BYTES + Short.BYTES;

  private StoredShards() {}

  static byte[] encode(ShardTable shards) {
    List<byte[]> names = new ArrayList<>();
    int length = 0;
    for (ShardTable.Entry entry : shards.entries()) {
      byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
      names.add(name);
      length = Math.addExact(length, FIXED_LENGTH + name.length);
    }
    ByteBuffer out = ByteBuffer.allocate(length);
    for (int i = 0; i < names.size(); i++) {
      ShardTable.Entry entry = shards.entries().get(i);
      out.putInt(entry.sampleCount());
      out.putLong(entry.uuid().getMostSignificantBits());
      out.putLong(entry.uuid().getLeastSignificantBits());
      out.putShort((short) names.get(i).length);
      out.put(names.get(i));
    }
    return out.array();
  }

  static ShardTable decode(byte[] stored, String source) throws PcrException {
    ByteBuffer in = ByteBuffer.wrap(stored);
    List<ShardTable.Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      require(in, FIXED_LENGTH, source);
      int sampleCount = in.getInt();
      UUID uuid = new UUID(in.getLong(), in.getLong());
      int nameLength = Short.toUnsignedInt(in.getShort());
      require(in, nameLength, source);
      if (sampleCount < 0) {
        throw corrupt(in, sampleCount + " samples", "at least 0", source);
      }
      String name = new String(stored, in.position(), nameLength, StandardCharsets.UTF_8);
      in.position(in.position() + nameLength);
      entries.add(new ShardTable.Entry(name, uuid, sampleCount));
    }
    return new ShardTable(entries);
  }

  private static void require(ByteBuffer in, int length, String source) throws PcrException {
    if (in.remaining() < length) {
      throw corrupt(in, in.remaining() + " bytes left", length + " bytes", source);
    }
  }

  private static PcrException corrupt(
      ByteBuffer in, String stored, String computed, String source) {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        new FieldLocation("Index.shards", in.position(), source),
        stored,
        computed);
  }
}
