package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Gives an original back: codes the coefficients of its progressive form again with the tables,
 * scans and restart intervals that its own headers state, between those headers.
 *
 * <p>Headers are taken from untrusted files: whatever they say, the call ends with bytes or with a
 * {@link PcrException}, and with no more bytes than asked for. Whether the bytes are the original
 * is for the caller to prove, with its checksum.
 *
 * <p>For one thread: use by two at once is rejected with an IllegalStateException, use after close
 * with an AlreadyClosedException. Whoever makes one closes it; closing twice is fine.
 */
public final class JpegReencoder implements AutoCloseable {
  private final JpegSession session;

  public JpegReencoder(Limits limits) {
    session = new JpegSession(limits);
  }

  /**
   * Rebuilds one original.
   *
   * @param slices the progressive JPEG, direct (read in place) or heap (copied); EOI may be missing
   * @param segments all of the original that is not entropy-coded data, as {@link
   *     Reproduction#segments} cuts it
   * @param length of the original; more is not written
   * @param name of the image, for errors
   * @return the original, read-only and direct, valid until the next call
   * @throws PcrException LimitExceeded of {@code OUTPUT_ROOM} when it is longer
   */
  public ByteBuffer reencode(
      List<ByteBuffer> slices, List<ByteBuffer> segments, int length, String name)
      throws PcrException {
    return reencode(slices, segments, length, length, name);
  }

  /**
   * Rebuilds what an original can be made of, and what need not have its length.
   *
   * @param length that it probably has
   * @param most bytes that it may have, if the limits allow as many
   */
  public ByteBuffer reencode(
      List<ByteBuffer> slices, List<ByteBuffer> segments, int length, long most, String name)
      throws PcrException {
    if (length < 0 || most < length) {
      throw new IllegalArgumentException("length " + length + ", at most " + most);
    }
    return session.restore(slices, segments, length, most, name, session::outputView);
  }

  @Override
  public void close() {
    session.close();
  }
}
