package io.pcr.tools;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Standard output that remembers why it failed: writers swallow that, and an answer that went into
 * a full disk must not look like one that was given. Thread-safe as far as its stream is.
 */
final class StandardOutput extends OutputStream {
  /** What the operating system says when whoever read the pipe has gone, as {@code head} does. */
  private static final String CLOSED_PIPE = "Broken pipe";

  private final OutputStream stream;
  private volatile IOException failure;

  StandardOutput(OutputStream stream) {
    this.stream = stream;
  }

  /** The process's own, past {@code System.out}, which hides failures. */
  static StandardOutput ofProcess() {
    return new StandardOutput(new FileOutputStream(FileDescriptor.out));
  }

  /** A writer on it. Where no locale is set the text is UTF-8, as keys need more than ASCII. */
  PrintWriter writer() {
    Charset locale = Charset.defaultCharset();
    boolean none = locale.equals(StandardCharsets.US_ASCII);
    Charset charset = none ? StandardCharsets.UTF_8 : locale;
    return new PrintWriter(new BufferedWriter(new OutputStreamWriter(this, charset)), true);
  }

  /** Why not everything was written; a reader who went away wanted no more, and is no failure. */
  Optional<String> failure() {
    IOException e = failure;
    return e == null || CLOSED_PIPE.equals(e.getMessage())
        ? Optional.empty()
        : Optional.of(String.valueOf(e.getMessage()));
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      stream.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void flush() throws IOException {
    stream.flush();
  }
}
