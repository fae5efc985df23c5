package io.pcr.tfrecord.internal.compression;

import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibInflater;
import io.pcr.codecs.internal.zlib.ZlibStatus;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One zlib stream, or one gzip member or more, up to the last byte of the file. */
final class InflatedBytes implements DecodedBytes {
  private static final byte GZIP_MAGIC = 0x1f;

  private final CompressedInput input;
  private final ZlibFraming framing;
  private final ZlibInflater inflater;
  private long streamNumber;
  private boolean isBetweenStreams;

  InflatedBytes(ByteSource source, ZlibFraming framing, int chunkBytes) throws IOException {
    this.input = new CompressedInput(source, 0, chunkBytes);
    this.framing = framing;
    this.inflater = new ZlibInflater(framing, source.toString());
  }

  @Override
  public boolean read(ByteBuffer dst) throws IOException {
    int before = dst.position();
    while (dst.position() == before) {
      ByteBuffer in = input.fill();
      boolean isExhausted = !in.hasRemaining();
      if (isExhausted && (isBetweenStreams || input.length() == 0)) {
        return false;
      }
      if (isBetweenStreams) {
        beginNext(in);
      }
      if (inflate(in, dst) == ZlibStatus.FINISHED) {
        isBetweenStreams = true;
        streamNumber++;
      } else if (isExhausted && dst.position() == before) {
        throw new PcrException.Truncated(location("stream"), 1, 0);
      }
    }
    return true;
  }

  private ZlibStatus inflate(ByteBuffer in, ByteBuffer dst) throws PcrException {
    try {
      return inflater.inflate(in, dst);
    } catch (PcrException.Corrupt e) {
      throw new PcrException.Corrupt(e.code(), location("stream"), e.stored(), "an intact stream");
    }
  }

  private void beginNext(ByteBuffer in) throws PcrException.Corrupt {
    if (framing != ZlibFraming.GZIP || in.get(in.position()) != GZIP_MAGIC) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          location("end"),
          input.length() - input.position() + " bytes after the end",
          "none");
    }
    isBetweenStreams = false;
    inflater.reset();
  }

  private FieldLocation location(String field) {
    return new FieldLocation(
        framing + "[" + streamNumber + "]." + field, input.position(), input.toString());
  }

  @Override
  public long remaining() {
    return UNKNOWN;
  }

  @Override
  public DecodeStart startFor(long offset) {
    return DecodeStart.BEGINNING;
  }

  @Override
  public String toString() {
    return input + " (" + framing + ", decompressed)";
  }

  @Override
  public void close() {
    inflater.close();
  }
}
