package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.COMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.GENERATION_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.INCOMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MAGIC_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MAJOR_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MANIFEST_CRC32C_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MINOR_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.PAYLOAD_LENGTH_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.RESERVED_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.RO_COMPAT_FEATURES_OFFSET;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.shard.Features;
import io.pcr.format.internal.shard.HeadRules;
import io.pcr.format.internal.shard.Magic;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first 40 bytes of a manifest (spec section "Manifest head").
 *
 * <pre>
 * | magic 8 | major minor reserved 2 | incompat 4 | ro_compat 4 | compat 4 | generation 8 |
 * | payload_length 4 | manifest_crc32c 4 |
 * </pre>
 *
 * Immutable.
 *
 * @param generation from 1
 * @param payloadLength bytes of the zstd frame that follows
 */
record ManifestHead(int minor, Features features, long generation, int payloadLength) {
  static final int MAJOR = 1;
  static final int MINOR = 0;

  /** As the metadata of a shard. */
  static final int MAX_PAYLOAD_LENGTH = 64 << 20;

  private static final int MAX_U8 = 0xFF;
  private static final int MAX_U16 = 0xFFFF;

  ManifestHead {
    requireNonNull(features, "features");
    requireRange("ManifestHead.minor", minor, 0, MAX_U8);
    requireRange("ManifestHead.generation", generation, 1, Long.MAX_VALUE);
    requireRange("ManifestHead.payload_length", payloadLength, 1, MAX_PAYLOAD_LENGTH);
  }

  /** Decodes the head of a whole manifest, whose checksum it judges before version and features. */
  static ManifestHead decode(ByteBuffer file, Origin origin) throws PcrException {
    ByteBuffer in = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    Magic.MANIFEST.require(in, origin.field("ManifestHead.magic", MAGIC_OFFSET));
    requireBytes(in, ManifestHeadLayout.LENGTH, origin);
    long payloadLength = in.getInt(PAYLOAD_LENGTH_OFFSET) & 0xFFFFFFFFL;
    if (payloadLength < 1 || payloadLength > MAX_PAYLOAD_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.VALUE_OUT_OF_RANGE,
          origin.field("ManifestHead.payload_length", PAYLOAD_LENGTH_OFFSET),
          payloadLength,
          "1 to " + MAX_PAYLOAD_LENGTH);
    }
    long length = ManifestHeadLayout.LENGTH + payloadLength;
    requireBytes(in, length, origin);
    if (in.limit() > length) {
      throw new PcrException.Corrupt(
          ErrorCode.LENGTH_MISMATCH,
          origin.field("ManifestHead.payload_length", PAYLOAD_LENGTH_OFFSET),
          payloadLength,
          in.limit() - ManifestHeadLayout.LENGTH);
    }
    int stored = in.getInt(MANIFEST_CRC32C_OFFSET);
    int computed = crc(in);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field("ManifestHead.manifest_crc32c", MANIFEST_CRC32C_OFFSET), stored, computed);
    }
    return decodeChecked(in, origin);
  }

  private static void requireBytes(ByteBuffer in, long wanted, Origin origin)
      throws PcrException.Truncated {
    if (in.limit() < wanted) {
      throw new PcrException.Truncated(origin.field("ManifestHead"), wanted, in.limit());
    }
  }

  private static int crc(ByteBuffer file) {
    int length = file.limit() - ManifestHeadLayout.LENGTH;
    return Crc32C.of(
        file.slice(0, MANIFEST_CRC32C_OFFSET), file.slice(ManifestHeadLayout.LENGTH, length));
  }

  private static ManifestHead decodeChecked(ByteBuffer in, Origin origin) throws PcrException {
    HeadRules rules = new HeadRules("ManifestHead", origin);
    rules.requireMajor(in.get(MAJOR_OFFSET) & MAX_U8, MAJOR, MAJOR_OFFSET);
    Features features =
        rules.features(
            in, INCOMPAT_FEATURES_OFFSET, RO_COMPAT_FEATURES_OFFSET, COMPAT_FEATURES_OFFSET);
    rules.requireReserved(in.getShort(RESERVED_OFFSET) & MAX_U16, RESERVED_OFFSET);
    try {
      return new ManifestHead(
          in.get(MINOR_OFFSET) & MAX_U8,
          features,
          in.getLong(GENERATION_OFFSET),
          in.getInt(PAYLOAD_LENGTH_OFFSET));
    } catch (InvalidFieldException e) {
      throw e.in(origin, GENERATION_OFFSET);
    }
  }

  /** The whole file. */
  ByteBuffer encode(byte[] payload) {
    ByteBuffer out =
        ByteBuffer.allocate(ManifestHeadLayout.LENGTH + payload.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put(Magic.MANIFEST.bytes());
    out.put((byte) MAJOR);
    out.put((byte) minor);
    out.putShort((short) 0);
    out.putInt(features.incompat());
    out.putInt(features.roCompat());
    out.putInt(features.compat());
    out.putLong(generation);
    out.putInt(payloadLength);
    out.position(ManifestHeadLayout.LENGTH).put(payload);
    out.putInt(MANIFEST_CRC32C_OFFSET, crc(out.flip()));
    return out;
  }
}
