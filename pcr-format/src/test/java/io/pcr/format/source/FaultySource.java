package io.pcr.format.source;

import io.pcr.format.internal.source.SourceReads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A source of which one operation, counted over all sources of a run, goes wrong. */
public final class FaultySource implements ByteSource {
  /** How an operation goes wrong. */
  public enum Fault {
    EXCEPTION,
    /** Half of the bytes come, then an exception. */
    EXCEPTION_AFTER_HALF,
    EARLY_END,
    STALL
  }

  /** Which operation of a run fails, and which are left open. */
  public static final class Run {
    private final int failing;
    private final Fault fault;
    private final AtomicInteger operations = new AtomicInteger();
    private final AtomicInteger open = new AtomicInteger();

    /** The operation with this number, from 1 on, goes wrong. */
    public Run(int failing, Fault fault) {
      this.failing = failing;
      this.fault = fault;
    }

    /** Whether there were so many operations. */
    public boolean wasReached() {
      return operations.get() >= failing;
    }

    /** Sources that were not closed. */
    public int open() {
      return open.get();
    }

    /** Opens a source whose operations count; on failure the real one is the caller's to close. */
    public ByteSource source(ByteSource real) throws IOException {
      if (isFailing()) {
        throw new IOException("injected: cannot open " + real);
      }
      open.incrementAndGet();
      return new FaultySource(real, this);
    }

    private boolean isFailing() {
      return operations.incrementAndGet() == failing;
    }
  }

  private final ByteSource real;
  private final Run run;
  private boolean closed;

  private FaultySource(ByteSource real, Run run) {
    this.real = real;
    this.run = run;
  }

  @Override
  public long length() throws IOException {
    if (run.isFailing()) {
      switch (run.fault) {
        case EXCEPTION, EXCEPTION_AFTER_HALF -> throw new IOException("injected into " + real);
        case EARLY_END -> {
          return real.length() / 2;
        }
        case STALL -> stall();
      }
    }
    return real.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    if (run.isFailing()) {
      switch (run.fault) {
        case EXCEPTION -> throw new IOException("injected into " + real);
        case EXCEPTION_AFTER_HALF -> {
          int half = dst.remaining() / 2;
          real.readFully(position, dst.slice().limit(half));
          throw new IOException("injected into " + real);
        }
        case EARLY_END ->
            throw SourceReads.truncated(
                this, position, dst.remaining(), position + dst.remaining() / 2);
        case STALL -> stall();
      }
    }
    real.readFully(position, dst);
  }

  private static void stall() {
    try {
      TimeUnit.MILLISECONDS.sleep(20);
    } catch (InterruptedException e) {
      throw new UncheckedIOException(new IOException(e));
    }
  }

  @Override
  public void close() throws IOException {
    if (!closed) {
      closed = true;
      run.open.decrementAndGet();
    }
    real.close();
    if (run.isFailing()) {
      throw new IOException("injected into closing " + real);
    }
  }

  @Override
  public String toString() {
    return real.toString();
  }
}
