package io.pcr.format.internal.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;

/** A SHA-256 of a file's bytes. Immutable; equal when the bytes of the digest are. */
public final class Sha256 {
  /** Bytes that a digest takes. */
  public static final int LENGTH = 32;

  private static final long VERSION_MASK = 0xF000L;
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT_MASK = 0xC000_0000_0000_0000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  private final byte[] digest;

  private Sha256(byte[] digest) {
    this.digest = digest;
  }

  /** The digest of the buffers' remaining bytes, one after the other; positions stay. */
  public static Sha256 of(ByteBuffer... buffers) {
    MessageDigest message = newDigest();
    for (ByteBuffer buffer : buffers) {
      message.update(buffer.duplicate());
    }
    return new Sha256(message.digest());
  }

  /** A digest that is known; takes the next {@link #LENGTH} bytes of the buffer. */
  public static Sha256 read(ByteBuffer digest) {
    byte[] bytes = new byte[LENGTH];
    digest.get(bytes);
    return new Sha256(bytes);
  }

  /** For data that comes in pieces; {@link #read} turns its result into an object of this class. */
  public static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** The digest, read-only. */
  public ByteBuffer bytes() {
    return ByteBuffer.wrap(digest).asReadOnlyBuffer();
  }

  /** An identity: the first 16 bytes, marked as a UUID of version 8. */
  public UUID toUuid() {
    ByteBuffer first = bytes();
    long high = (first.getLong() & ~VERSION_MASK) | VERSION_8;
    return new UUID(high, (first.getLong() & ~VARIANT_MASK) | VARIANT_RFC);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sha256 that && Arrays.equals(that.digest, digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** Lower-case hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(digest);
  }
}
