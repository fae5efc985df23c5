package io.pcr.writer.internal.tar;

import static io.pcr.writer.internal.tar.TarLayout.BLOCK_LENGTH;
import static io.pcr.writer.internal.tar.TarLayout.RECORD_LENGTH;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes files into a tar in the form of POSIX, to a channel that others own. The same names and
 * bytes give the same tar: times, owners and rights are always the same.
 *
 * <p>Not thread-safe. Without {@link #finish} the tar lacks its end.
 */
public final class TarWriter {
  private static final byte[] PAX_NAME = "././@PaxHeader".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] STAND_IN = "name".getBytes(StandardCharsets.US_ASCII);

  private final WritableByteChannel channel;
  private final ByteBuffer headers = ByteBuffer.allocate(BLOCK_LENGTH);
  private long written;

  public TarWriter(WritableByteChannel channel) {
    this.channel = channel;
  }

  /**
   * Adds a file.
   *
   * @param name of any length, in Unicode
   * @param parts its bytes, one buffer after the other; their positions stay as they are
   */
  public void add(String name, List<ByteBuffer> parts) throws IOException {
    long size = parts.stream().mapToLong(ByteBuffer::remaining).sum();
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    if (!new TarHeader(bytes, size, TarHeader.FILE).encode(headers.clear())) {
      byte[] pax = PaxRecords.encodePath(bytes);
      new TarHeader(PAX_NAME, pax.length, TarHeader.PAX).encode(headers.clear());
      write(headers.flip());
      write(ByteBuffer.wrap(pax));
      pad(BLOCK_LENGTH);
      new TarHeader(STAND_IN, size, TarHeader.FILE).encode(headers.clear());
    }
    write(headers.flip());
    for (ByteBuffer part : parts) {
      write(part.duplicate());
    }
    pad(BLOCK_LENGTH);
  }

  /** Writes what ends a tar. */
  public void finish() throws IOException {
    write(ByteBuffer.allocate(2 * BLOCK_LENGTH));
    pad(RECORD_LENGTH);
  }

  private void pad(int unit) throws IOException {
    write(ByteBuffer.allocate(Math.floorMod(-written, unit)));
  }

  private void write(ByteBuffer bytes) throws IOException {
    written += bytes.remaining();
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Bytes written so far. */
  public long length() {
    return written;
  }
}
