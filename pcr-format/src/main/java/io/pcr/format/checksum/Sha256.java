package io.pcr.format.checksum;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A SHA-256 of a file's bytes. Immutable; equal when the bytes of the digest are. */
public final class Sha256 {
  /** Bytes that a digest takes. */
  public static final int LENGTH = 32;

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
