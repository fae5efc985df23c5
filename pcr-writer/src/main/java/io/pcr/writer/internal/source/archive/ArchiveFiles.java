package io.pcr.writer.internal.source.archive;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceErrors;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The archives of a source, a few of them open. What is read from one counts only when the archive
 * is afterwards still what it was when it was listed. Not thread-safe; whoever makes one closes it.
 */
public final class ArchiveFiles implements Closeable {
  private static final int MAX_OPEN = 16;

  /** Reads an input from its archive. */
  public interface Reading<T> {
    T from(ByteSource archive) throws IOException;
  }

  private final Path root;
  private final Map<String, ByteSource> open = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param root the folder that the archives are in, or the one archive
   */
  public ArchiveFiles(Path root) {
    this.root = root;
  }

  /**
   * Reads an input.
   *
   * @throws InputRejectedException when it cannot be read, or its archive is no longer what it was
   * @throws IOException when the source as a whole is gone
   */
  public <T> T read(ArchiveStamp listed, SourceFile input, Reading<T> reading) throws IOException {
    IOException failure;
    try {
      T result = reading.from(source(listed.name()));
      requireSame(listed, input);
      return result;
    } catch (InputRejectedException e) {
      throw e;
    } catch (IOException e) {
      failure = e;
    }
    requireSame(listed, input);
    throw rejected(input, RejectReason.UNREADABLE, SourceErrors.say(failure));
  }

  private void requireSame(ArchiveStamp listed, SourceFile input) throws IOException {
    RejectReason reason;
    String how;
    try {
      if (ArchiveStamp.now(root, listed.name()).equals(listed)) {
        return;
      }
      reason = RejectReason.CHANGED;
      how = " changed since the source was listed";
    } catch (NoSuchFileException e) {
      reason = RejectReason.VANISHED;
      how = " vanished since the source was listed";
    } catch (IOException e) {
      reason = RejectReason.UNREADABLE;
      how = ": " + SourceErrors.say(e);
    }
    forget(listed.name());
    if (!Files.exists(root)) {
      throw new NoSuchFileException(root.toString());
    }
    throw rejected(input, reason, listed.name() + how);
  }

  private ByteSource source(String name) throws IOException {
    ByteSource known = open.get(name);
    if (known == null) {
      known = FileByteSource.open(ArchiveStamp.path(root, name));
      open.put(name, known);
      if (open.size() > MAX_OPEN) {
        Iterator<String> oldest = open.keySet().iterator();
        forget(oldest.next());
      }
    }
    return known;
  }

  private void forget(String name) throws IOException {
    ByteSource source = open.remove(name);
    if (source != null) {
      source.close();
    }
  }

  /** Says that an input does not get in. */
  public static InputRejectedException rejected(
      SourceFile input, RejectReason reason, String detail) {
    return new InputRejectedException(new Reject(input.keyText(), reason, detail, input.size()));
  }

  @Override
  public void close() throws IOException {
    for (ByteSource source : open.values()) {
      source.close();
    }
    open.clear();
  }
}
