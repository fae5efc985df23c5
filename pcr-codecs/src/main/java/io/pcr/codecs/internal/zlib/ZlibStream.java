package io.pcr.codecs.internal.zlib;

import io.pcr.codecs.internal.ZlibNative;
import io.pcr.codecs.internal.memory.NativeHandle;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;

/**
 * One native stream and the steps between a caller's buffers and it. Heap buffers go through a
 * direct one of fixed size.
 */
final class ZlibStream implements AutoCloseable {
  static final int OK = 0;
  static final int STREAM_END = 1;
  static final int NEED_DICTIONARY = 2;
  static final int NO_PROGRESS = -5;
  static final int OUT_OF_MEMORY = -4;

  private static final int STAGE_BYTES = 64 << 10;

  private static final int CONSUMED = 0;
  private static final int PRODUCED = 1;
  private static final int PROGRESS_FIELDS = 2;

  private final NativeHandle handle;
  private final long[] progress = new long[PROGRESS_FIELDS];
  private ByteBuffer stagedInput;
  private ByteBuffer stagedOutput;
  private long consumed;
  private long produced;
  private boolean isOutputFull;

  ZlibStream(long address) {
    handle = new NativeHandle(address, ZlibNative::close);
  }

  long consumed() {
    return consumed;
  }

  long produced() {
    return produced;
  }

  /** Whether the last step used all the room that zlib was given, so that it may hold more. */
  boolean isOutputFull() {
    return isOutputFull;
  }

  void reset() {
    long address = handle.acquire();
    try {
      ZlibNative.reset(address);
      consumed = 0;
      produced = 0;
    } finally {
      handle.release();
    }
  }

  String message() {
    long address = handle.acquire();
    try {
      return ZlibNative.message(address);
    } finally {
      handle.release();
    }
  }

  /**
   * One call of zlib, which may take and give less than there is; {@code flush} holds once the last
   * piece of the input is offered. Returns zlib's result.
   */
  int step(ByteBuffer in, ByteBuffer out, ZlibFlush flush) {
    if (out.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    long address = handle.acquire();
    try {
      ByteBuffer source = in.isDirect() ? in : stageInput(in);
      ByteBuffer target = out.isDirect() ? out : stageOutput(out);
      boolean isLast = source.remaining() == in.remaining();
      int result =
          ZlibNative.run(
              address,
              source,
              source.remaining(),
              target,
              target.remaining(),
              isLast ? flush.id : ZlibFlush.NONE.id,
              progress);
      isOutputFull = progress[PRODUCED] == target.remaining();
      account(in, out, target);
      return result;
    } finally {
      handle.release();
    }
  }

  private void account(ByteBuffer in, ByteBuffer out, ByteBuffer target) {
    int taken = (int) progress[CONSUMED];
    int given = (int) progress[PRODUCED];
    in.position(in.position() + taken);
    if (out.isDirect()) {
      out.position(out.position() + given);
    } else {
      out.put(target.slice(0, given));
    }
    consumed += taken;
    produced += given;
  }

  private ByteBuffer stageInput(ByteBuffer in) {
    if (stagedInput == null) {
      stagedInput = ByteBuffer.allocateDirect(STAGE_BYTES);
    }
    int length = Math.min(in.remaining(), STAGE_BYTES);
    return stagedInput.clear().put(in.slice(in.position(), length)).flip();
  }

  private ByteBuffer stageOutput(ByteBuffer out) {
    if (stagedOutput == null) {
      stagedOutput = ByteBuffer.allocateDirect(STAGE_BYTES);
    }
    return stagedOutput.clear().limit(Math.min(out.remaining(), STAGE_BYTES));
  }

  @Override
  public void close() {
    handle.close();
  }
}
