package io.pcr.format.internal.commit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;

/**
 * Who may use the lock files and the folders that the library makes in a dataset's folder: all who
 * may write in the dataset's folder, whatever the umask of who made them. Otherwise a lock file
 * that a killed process left would lock out the other users of a shared folder. Stateless.
 */
final class SharedRights {
  private static final int STICKY = 01000;
  private static final int ROOT = 0;

  private SharedRights() {}

  /**
   * Gives a file or folder that this process has just made the rights of the folder that it is in.
   * A system that does not let rights be changed keeps them.
   */
  static void giveTo(Path made) {
    PosixFileAttributeView view =
        Files.getFileAttributeView(made, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null) {
      return;
    }
    try {
      PosixFileAttributes own = view.readAttributes();
      PosixFileAttributes around =
          Files.readAttributes(made.toAbsolutePath().getParent(), PosixFileAttributes.class);
      Set<PosixFilePermission> rights = rights(own, around);
      if (!rights.equals(own.permissions())) {
        view.setPermissions(rights);
      }
    } catch (IOException e) {
      // It serves its maker as it is.
    }
  }

  private static Set<PosixFilePermission> rights(
      PosixFileAttributes own, PosixFileAttributes around) {
    Set<PosixFilePermission> rights = EnumSet.copyOf(own.permissions());
    boolean isGroups =
        own.group().equals(around.group())
            && around.permissions().contains(PosixFilePermission.GROUP_WRITE);
    if (isGroups) {
      rights.add(PosixFilePermission.GROUP_READ);
      rights.add(PosixFilePermission.GROUP_WRITE);
    }
    if (around.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      rights.add(PosixFilePermission.OTHERS_READ);
      rights.add(PosixFilePermission.OTHERS_WRITE);
    }
    if (own.isDirectory() && isGroups) {
      rights.add(PosixFilePermission.GROUP_EXECUTE);
    }
    if (own.isDirectory() && rights.contains(PosixFilePermission.OTHERS_WRITE)) {
      rights.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return rights;
  }

  /**
   * Proves that a file may be replaced as far as a sticky folder goes, in which only the owners of
   * the file and of the folder may do that: for those who replace it at the end of long work. What
   * the file system does not tell is not asked.
   */
  static void requireReplaceable(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path self = Path.of("/proc/self/."); // Without the dot it is a link, which is root's.
    boolean isTold =
        Files.exists(file)
            && Files.exists(self)
            && file.getFileSystem().supportedFileAttributeViews().contains("unix");
    if (isTold
        && isKept(
            attribute(self, "uid"),
            attribute(file, "uid"),
            attribute(folder, "uid"),
            attribute(folder, "mode"))) {
      String owner = Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).getName();
      throw new FileSystemException(
          file.toString(),
          null,
          "it belongs to user "
              + owner
              + ", and in this folder only "
              + owner
              + " and the folder's owner may replace it, as the folder has the sticky bit; work as"
              + " one of them, or remove the bit (chmod -t)");
    }
  }

  private static int attribute(Path path, String name) throws IOException {
    return (Integer) Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether the sticky bit of a folder keeps a user from replacing a file in it. */
  static boolean isKept(int user, int owner, int folderOwner, int folderMode) {
    boolean isSticky = (folderMode & STICKY) != 0;
    return isSticky && user != ROOT && user != owner && user != folderOwner;
  }

  /** Says whose the file is that this process may not open, and what to do. */
  static IOException explained(Path lock, AccessDeniedException denied) {
    try {
      String owner = Files.getOwner(lock, LinkOption.NOFOLLOW_LINKS).getName();
      String reason =
          "it belongs to user "
              + owner
              + ", and others may not write it; while "
              + owner
              + " has no work there, it can be deleted";
      FileSystemException explained = new FileSystemException(lock.toString(), null, reason);
      explained.initCause(denied);
      return explained;
    } catch (IOException | UnsupportedOperationException e) {
      return denied;
    }
  }
}
