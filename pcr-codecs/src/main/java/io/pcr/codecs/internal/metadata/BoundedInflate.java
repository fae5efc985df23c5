package io.pcr.codecs.internal.metadata;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Inflates small things out of untrusted files. Stateless. */
final class BoundedInflate {
  private static final int STEP = 8 << 10;

  private BoundedInflate() {}

  /** The inflated bytes; empty when they are damaged, not whole, or more than the limit. */
  static ByteBuffer of(ByteBuffer deflated, int limit) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(deflated.duplicate());
      byte[] step = new byte[STEP];
      while (!inflater.finished()) {
        int count = inflater.inflate(step);
        boolean isStuck = count == 0 && !inflater.finished();
        if (isStuck || out.size() + count > limit) {
          return ByteBuffer.allocate(0);
        }
        out.write(step, 0, count);
      }
      return ByteBuffer.wrap(out.toByteArray());
    } catch (DataFormatException e) {
      return ByteBuffer.allocate(0);
    } finally {
      inflater.end();
    }
  }
}
