package io.pcr.format.manifest;

import static io.pcr.format.error.InvalidFieldException.requireRange;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.COMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.GENERATION_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.INCOMPAT_FEATURES_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.KIND_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MAGIC_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MAJOR_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.MANIFEST_CRC32C_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.PAYLOAD_LENGTH_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.RESERVED_OFFSET;
import static io.pcr.format.internal.manifest.ManifestHeadLayout.RO_COMPAT_FEATURES_OFFSET;
import static java.util.Objects.requireNonNull;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.internal.shard.Features;
import io.pcr.format.internal.shard.HeadRules;
import io.pcr.format.internal.shard.Magic;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first 40 bytes of a manifest's root or of a part of it (spec section "Manifest").
 *
 * <pre>
 * | magic 8 | major kind reserved 2 | incompat 4 | ro_compat 4 | compat 4 | generation 8 |
 * | payload_length 4 | manifest_crc32c 4 |
 * </pre>
 *
 * Immutable.
 *
 * @param generation from 1; of a part, that of the root that it was written for
 * @param payloadLength bytes of the zstd frame that follows
 */
record ManifestHead(
    Kind kind, Features features, long generation, int payloadLength, int manifestCrc32c) {
  static final int MAJOR = 2;

  /** As the metadata of a shard. */
  static final int MAX_PAYLOAD_LENGTH = 64 << 20;

  /** What a file holds. Ids are frozen. */
  enum Kind {
    ROOT(1),
    PART(2);

    private final int id;

    Kind(int id) {
      this.id = id;
    }
  }

  private static final int MAX_U8 = 0xFF;
  private static final int MAX_U16 = 0xFFFF;

  ManifestHead {
    requireNonNull(kind, "kind");
    requireNonNull(features, "features");
    requireRange("ManifestHead.generation", generation, 1, Long.MAX_VALUE);
    requireRange("ManifestHead.payload_length", payloadLength, 1, MAX_PAYLOAD_LENGTH);
  }

  /**
   * Decodes the head of a complete file, whose checksum it judges before version and features.
   *
   * @param kind the one that the file must be of
   */
  static ManifestHead decode(ByteBuffer file, Kind kind, Origin origin) throws PcrException {
    ByteBuffer in = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    long length = fileLength(in, origin);
    requireBytes(in, length, origin);
    if (in.limit() > length) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("ManifestHead.payload_length", PAYLOAD_LENGTH_OFFSET),
          length - ManifestHeadLayout.LENGTH,
          in.limit() - ManifestHeadLayout.LENGTH);
    }
    int stored = in.getInt(MANIFEST_CRC32C_OFFSET);
    int computed = crc(in);
    if (stored != computed) {
      throw PcrException.Corrupt.checksum(
          origin.field("ManifestHead.manifest_crc32c", MANIFEST_CRC32C_OFFSET), stored, computed);
    }
    return decodeChecked(in, kind, origin);
  }

  /**
   * The length of the file that begins so.
   *
   * @param file at least its head
   */
  static long fileLength(ByteBuffer file, Origin origin) throws PcrException {
    ByteBuffer in = file.slice().order(ByteOrder.LITTLE_ENDIAN);
    Magic.MANIFEST.require(in, origin.field("ManifestHead.magic", MAGIC_OFFSET));
    requireBytes(in, ManifestHeadLayout.LENGTH, origin);
    long payloadLength = in.getInt(PAYLOAD_LENGTH_OFFSET) & 0xFFFFFFFFL;
    if (payloadLength < 1 || payloadLength > MAX_PAYLOAD_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.CHECKSUM_MISMATCH,
          origin.field("ManifestHead.payload_length", PAYLOAD_LENGTH_OFFSET),
          payloadLength,
          "1 to " + MAX_PAYLOAD_LENGTH);
    }
    return ManifestHeadLayout.LENGTH + payloadLength;
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

  private static ManifestHead decodeChecked(ByteBuffer in, Kind kind, Origin origin)
      throws PcrException {
    HeadRules rules = new HeadRules("ManifestHead", origin);
    rules.requireMajor(in.get(MAJOR_OFFSET) & MAX_U8, MAJOR, MAJOR_OFFSET);
    Features features =
        rules.features(
            in, INCOMPAT_FEATURES_OFFSET, RO_COMPAT_FEATURES_OFFSET, COMPAT_FEATURES_OFFSET);
    if ((in.get(KIND_OFFSET) & MAX_U8) != kind.id) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          origin.field("ManifestHead.kind", KIND_OFFSET),
          in.get(KIND_OFFSET) & MAX_U8,
          kind.id + " " + kind);
    }
    rules.requireReserved(in.getShort(RESERVED_OFFSET) & MAX_U16, RESERVED_OFFSET);
    try {
      return new ManifestHead(
          kind,
          features,
          in.getLong(GENERATION_OFFSET),
          in.getInt(PAYLOAD_LENGTH_OFFSET),
          in.getInt(MANIFEST_CRC32C_OFFSET));
    } catch (InvalidFieldException e) {
      throw e.in(origin, GENERATION_OFFSET);
    }
  }

  /** What the zstd frame of a complete file holds, after its head was decoded. */
  static ByteBuffer content(ByteBuffer file, Limits limits, Origin origin) throws PcrException {
    ByteBuffer frame = file.slice();
    frame.position(ManifestHeadLayout.LENGTH);
    return ByteBuffer.wrap(
        ZstdFrame.decompress(
            frame, Limit.METADATA_BYTES, limits.metadataBytes(), "Manifest", origin));
  }

  /** The complete file of a root or a part. */
  static ByteBuffer encode(Kind kind, long generation, byte[] payload) {
    requireRange("ManifestHead.generation", generation, 1, Long.MAX_VALUE);
    requireRange("ManifestHead.payload_length", payload.length, 1, MAX_PAYLOAD_LENGTH);
    ByteBuffer out =
        ByteBuffer.allocate(ManifestHeadLayout.LENGTH + payload.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.put(Magic.MANIFEST.bytes());
    out.put((byte) MAJOR);
    out.put((byte) kind.id);
    out.putShort((short) 0);
    out.putInt(Features.NONE.incompat());
    out.putInt(Features.NONE.roCompat());
    out.putInt(Features.NONE.compat());
    out.putLong(generation);
    out.putInt(payload.length);
    out.position(ManifestHeadLayout.LENGTH).put(payload);
    out.putInt(MANIFEST_CRC32C_OFFSET, crc(out.flip()));
    return out;
  }
}
