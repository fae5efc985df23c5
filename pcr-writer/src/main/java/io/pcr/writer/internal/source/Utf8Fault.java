package io.pcr.writer.internal.source;

import io.pcr.writer.source.LabelsFileException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Optional;

/**
 * Where a file stops being UTF-8. A reader finds that out thousands of bytes ahead of what it has
 * read, so whoever wants the place looks for it anew.
 *
 * @param line that holds the byte, from 1
 * @param offset of the byte in the file
 * @param value the byte
 */
record Utf8Fault(long line, long offset, byte value) {
  private static final int BUFFER_BYTES = 8 << 10;

  /** The first byte that is no UTF-8; empty when all are. */
  static Optional<Utf8Fault> find(Path file) throws IOException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);
    CharBuffer chars = CharBuffer.allocate(BUFFER_BYTES);
    long line = 1;
    long offset = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      boolean isEnd = false;
      while (!isEnd) {
        int read = in.readNBytes(bytes.array(), bytes.position(), bytes.remaining());
        isEnd = read < bytes.remaining();
        bytes.limit(bytes.position() + read).position(0);
        boolean isBad = decoder.decode(bytes, chars.clear(), isEnd).isError();
        for (int i = 0; i < bytes.position(); i++) {
          line += bytes.get(i) == '\n' ? 1 : 0;
        }
        offset += bytes.position();
        if (isBad) {
          return Optional.of(new Utf8Fault(line, offset, bytes.get(bytes.position())));
        }
        bytes.compact();
      }
    }
    return Optional.empty();
  }

  /**
   * The error of a labels file that a reader could not decode.
   *
   * @param line that the reader had reached
   */
  static LabelsFileException in(Path file, long line, CharacterCodingException cause)
      throws IOException {
    Optional<Utf8Fault> fault = find(file);
    return fault.isEmpty()
        ? new LabelsFileException(file, line, "the file changed while it was read", cause)
        : new LabelsFileException(file, fault.get().line(), fault.get().say(), cause);
  }

  /** The fault in words, with what to do. */
  private String say() {
    return "not UTF-8: the byte 0x"
        + HexFormat.of().toHexDigits(value)
        + " at "
        + offset
        + " of the file; save the file as UTF-8";
  }
}
