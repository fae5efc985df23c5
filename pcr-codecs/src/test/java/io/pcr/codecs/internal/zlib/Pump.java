package io.pcr.codecs.internal.zlib;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.pcr.format.error.PcrException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/** Drives a whole stream through buffers of given sizes. */
final class Pump {
  private final ByteBuffer in;
  private final ByteBuffer out;
  private final ByteArrayOutputStream result = new ByteArrayOutputStream();

  Pump(int inputStep, int outputStep, boolean direct) {
    in = allocate(inputStep, direct);
    out = allocate(outputStep, direct);
  }

  private static ByteBuffer allocate(int length, boolean direct) {
    return direct ? ByteBuffer.allocateDirect(length) : ByteBuffer.allocate(length);
  }

  byte[] deflate(ZlibDeflater deflater, byte[] data) {
    int next = 0;
    ZlibStatus status = ZlibStatus.NEEDS_INPUT;
    in.limit(0);
    while (status != ZlibStatus.FINISHED) {
      if (status == ZlibStatus.NEEDS_INPUT) {
        next += refill(data, next);
      }
      ZlibFlush flush = next == data.length ? ZlibFlush.FINISH : ZlibFlush.NONE;
      status = deflater.deflate(in, out, flush);
      drain();
    }
    return take();
  }

  byte[] inflate(ZlibInflater inflater, byte[] stream) throws PcrException {
    int next = 0;
    ZlibStatus status = ZlibStatus.NEEDS_INPUT;
    in.limit(0);
    while (status != ZlibStatus.FINISHED) {
      if (status == ZlibStatus.NEEDS_INPUT) {
        assertFalse(next == stream.length && in.hasRemaining(), "input is left over");
        next += refill(stream, next);
      }
      status = inflater.inflate(in, out);
      drain();
    }
    return take();
  }

  private int refill(byte[] data, int from) {
    in.compact();
    int length = Math.min(in.remaining(), data.length - from);
    in.put(data, from, length).flip();
    return length;
  }

  private void drain() {
    out.flip();
    byte[] bytes = new byte[out.remaining()];
    out.get(bytes).clear();
    result.writeBytes(bytes);
  }

  private byte[] take() {
    byte[] bytes = result.toByteArray();
    result.reset();
    return bytes;
  }
}
