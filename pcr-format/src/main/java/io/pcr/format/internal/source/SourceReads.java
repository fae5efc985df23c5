package io.pcr.format.internal.source;

import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** The bound that every source checks before it reads. */
public final class SourceReads {
  private SourceReads() {}

  /**
   * Proves that {@code wanted} bytes from {@code position} on are inside a source of {@code length}
   * bytes.
   *
   * @throws PcrException.Truncated when they are not
   * @throws IllegalArgumentException when the position is negative
   */
  public static void checkRead(ByteSource source, long position, int wanted, long length)
      throws PcrException.Truncated {
    if (position < 0) {
      throw new IllegalArgumentException("position " + position + " in " + source);
    }
    if (position > length || wanted > length - position) {
      throw truncated(source, position, wanted, length);
    }
  }

  /**
   * What tells a file from any other that takes its name.
   *
   * @throws IOException when it is not a regular file: opening a pipe, for one, could wait for ever
   */
  public static Optional<Object> identityOfFile(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new IOException(path + " is not a regular file");
    }
    return Optional.ofNullable(attributes.fileKey());
  }

  /**
   * Checks that a file which was opened again is the one that was open before.
   *
   * @param again is closed when it is another one
   * @return {@code again}
   */
  public static FileChannel requireSame(
      FileChannel again, Path path, long length, Optional<Object> identity) throws IOException {
    boolean isSame = false;
    try {
      isSame = again.size() == length && identityOfFile(path).equals(identity);
    } finally {
      if (!isSame) {
        again.close();
      }
    }
    if (!isSame) {
      throw new IOException(path + " was replaced while it was being read");
    }
    return again;
  }

  /**
   * What the system says of a read that failed, which is "Input/output error" and not of which
   * file.
   */
  public static FileSystemException failed(ByteSource source, long position, IOException e) {
    String reason = e.getMessage() + " at " + position;
    FileSystemException named = new FileSystemException(source.toString(), null, reason);
    named.initCause(e);
    return named;
  }

  /** The exception for a source that ended before {@code wanted} bytes were read. */
  public static PcrException.Truncated truncated(
      ByteSource source, long position, long wanted, long length) {
    return new PcrException.Truncated(
        new FieldLocation("ByteSource.length", position, source.toString()),
        wanted,
        Math.max(0, length - position));
  }
}
