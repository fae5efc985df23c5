package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;

/** The locks of files, which not every file system keeps. Stateless. */
final class FileLocks {
  private FileLocks() {}

  /** What became of a lock that was asked for. */
  enum Answer {
    HELD,
    HELD_BY_ANOTHER,
    /** The file system knows no locks, or they fail. */
    NOT_KEPT_HERE
  }

  /** Asks for an exclusive lock of some bytes, without waiting. */
  static Answer tryLock(FileChannel file, long position, long bytes) throws ClosedChannelException {
    try {
      return file.tryLock(position, bytes, false) == null ? Answer.HELD_BY_ANOTHER : Answer.HELD;
    } catch (OverlappingFileLockException e) {
      return Answer.HELD_BY_ANOTHER;
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException e) {
      return Answer.NOT_KEPT_HERE;
    }
  }
}
