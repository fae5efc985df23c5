package io.pcr.format.internal.manifest;

import io.pcr.format.internal.shard.Magic;

/** Offsets in a manifest head (spec section "Manifest head"). */
public final class ManifestHeadLayout {
  public static final int MAGIC_OFFSET = 0;
  public static final int MAGIC_LENGTH = Magic.LENGTH;
  public static final int MAJOR_OFFSET = MAGIC_OFFSET + MAGIC_LENGTH;
  public static final int KIND_OFFSET = MAJOR_OFFSET + Byte.BYTES;
  public static final int RESERVED_OFFSET = KIND_OFFSET + Byte.BYTES;
  public static final int INCOMPAT_FEATURES_OFFSET = RESERVED_OFFSET + Short.BYTES;
  public static final int RO_COMPAT_FEATURES_OFFSET = INCOMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int COMPAT_FEATURES_OFFSET = RO_COMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int GENERATION_OFFSET = COMPAT_FEATURES_OFFSET + Integer.BYTES;
  public static final int PAYLOAD_LENGTH_OFFSET = GENERATION_OFFSET + Long.BYTES;
  public static final int MANIFEST_CRC32C_OFFSET = PAYLOAD_LENGTH_OFFSET + Integer.BYTES;
  public static final int LENGTH = MANIFEST_CRC32C_OFFSET + Integer.BYTES;

  private ManifestHeadLayout() {}
}
