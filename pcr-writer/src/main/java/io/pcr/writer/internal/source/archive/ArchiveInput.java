package io.pcr.writer.internal.source.archive;

import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.internal.source.SourceErrors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * An archive that is being listed. When the system cannot read it, it says so by an exception of
 * its own, so that a bad disk under the source is told from a full one under the listing.
 * Thread-safe; whoever opens it closes it.
 */
public final class ArchiveInput implements ByteSource {
  /** The system failed to read the archive; the message says how. */
  public static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1L;

    Unreadable(IOException cause) {
      super(SourceErrors.say(cause), cause);
    }
  }

  private final ByteSource file;

  private ArchiveInput(ByteSource file) {
    this.file = file;
  }

  /** Opens a file. */
  public static ArchiveInput open(Path path) throws Unreadable {
    try {
      return new ArchiveInput(FileByteSource.open(path));
    } catch (IOException e) {
      throw new Unreadable(e);
    }
  }

  @Override
  public long length() throws IOException {
    return file.length();
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    try {
      file.readFully(position, dst);
    } catch (PcrException e) {
      throw e;
    } catch (IOException e) {
      throw new Unreadable(e);
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  @Override
  public String toString() {
    return file.toString();
  }
}
