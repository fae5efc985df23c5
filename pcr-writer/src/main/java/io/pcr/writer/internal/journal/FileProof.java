package io.pcr.writer.internal.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The length and the CRC-32C of a file that a run wrote, or of its first bytes: by these a run that
 * is resumed knows that it reads what it wrote. Immutable.
 */
public record FileProof(long length, int crc32c) {
  private static final int READ_BYTES = 1 << 20;
  private static final String SEPARATOR = ":";
  private static final int RADIX = 16;

  /** Of a whole file. */
  public static FileProof of(Path file) throws IOException {
    return ofFirst(Long.MAX_VALUE, file);
  }

  /** Of the first bytes of a file, or of all when it has fewer. */
  public static FileProof ofFirst(long length, Path file) throws IOException {
    CRC32C crc = new CRC32C();
    ByteBuffer bytes = ByteBuffer.allocateDirect(READ_BYTES);
    long done = 0;
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      while (done < length) {
        bytes.clear().limit((int) Math.min(READ_BYTES, length - done));
        int read = channel.read(bytes, done);
        if (read < 0) {
          break;
        }
        crc.update(bytes.flip());
        done += read;
      }
    }
    return new FileProof(done, (int) crc.getValue());
  }

  /** Whether this is all of a file, which may be anything or not be there. */
  public boolean isOf(Path file) throws IOException {
    return Files.isRegularFile(file) && Files.size(file) == length && equals(of(file));
  }

  /** Whether a file begins with this. */
  public boolean isStartOf(Path file) throws IOException {
    return Files.isRegularFile(file) && equals(ofFirst(length, file));
  }

  String toText() {
    return length + SEPARATOR + Integer.toHexString(crc32c);
  }

  static FileProof parse(String text) {
    int separator = text.indexOf(SEPARATOR);
    return new FileProof(
        Long.parseLong(text.substring(0, separator)),
        Integer.parseUnsignedInt(text.substring(separator + 1), RADIX));
  }
}
