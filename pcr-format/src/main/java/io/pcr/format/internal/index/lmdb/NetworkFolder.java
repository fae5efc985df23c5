package io.pcr.format.internal.index.lmdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Tells folders on network file systems, from which an index is not mapped (spec requirement
 * R-INDEX-5): what another machine writes there, or a server that is gone, ends the process that
 * reads the map. Stateless.
 */
final class NetworkFolder {
  private static final Set<String> TYPES =
      Set.of(
          "nfs",
          "nfs4",
          "cifs",
          "smb",
          "smb2",
          "smb3",
          "smbfs",
          "lustre",
          "9p",
          "ceph",
          "beegfs",
          "gpfs",
          "afs",
          "afpfs",
          "webdav",
          "glusterfs",
          "ocfs2",
          "gfs2",
          "pvfs2",
          "orangefs",
          "wekafs",
          "panfs",
          "macfuse",
          "osxfuse");

  private NetworkFolder() {}

  /** Says the type of the file system that a folder is on. */
  @FunctionalInterface
  interface Types {
    /** As the operating system names it. */
    String of(Path folder) throws IOException;

    /** Asks the operating system. */
    Types SYSTEM = folder -> Files.getFileStore(folder).type();
  }

  /**
   * The type of the network file system that a folder is on; empty when it is on another, or when
   * the system does not say.
   */
  static Optional<String> type(Path folder, Types types) {
    try {
      String type = types.of(folder).toLowerCase(Locale.ROOT);
      // Programs behind FUSE are mostly clients of a network; a disk's own driver is "fuseblk".
      boolean isNetwork = TYPES.contains(type) || type.equals("fuse") || type.startsWith("fuse.");
      return Optional.of(type).filter(found -> isNetwork);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
