package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.internal.source.SourceErrors;
import io.pcr.writer.internal.source.SourceListing;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.Finding;
import io.pcr.writer.source.Findings;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Goes through the archives of a source in the order of their names. Stateless. */
public final class ArchiveFolder {
  /** Is given one file after the other. */
  public interface Visitor {
    /** Lists what an archive holds; the file is closed afterwards. */
    void archive(ArchiveStamp archive, ArchiveInput file) throws IOException;
  }

  private ArchiveFolder() {}

  /**
   * Visits a file, or every file of a folder; what cannot be read is rejected, and so are folders
   * in the folder, since nobody would miss what is silently passed over.
   */
  public static void visit(Path root, ArchiveListing listing, Visitor visitor) throws IOException {
    if (!Files.isDirectory(root)) {
      visit(root, root.getFileName().toString(), listing, visitor);
      return;
    }
    for (byte[] bytes : names(root)) {
      String name = new String(bytes, UTF_8);
      String shown = RawNames.show(bytes);
      Path path = RawNames.resolve(root, bytes);
      if (!RawNames.isUtf8(bytes)) {
        listing.addArchive(shown);
        listing.reject(Reject.of(shown, RejectReason.NAME, "the name is not UTF-8"));
      } else if (!Files.isRegularFile(path)) {
        String detail = "not a file; archives are not looked for in folders below";
        listing.reject(Reject.of(shown, RejectReason.NOT_A_FILE, detail));
      } else {
        visit(root, name, listing, visitor);
      }
    }
  }

  /** The files that came into a folder after its archives had been listed. */
  public static Findings.Found newSince(Path root, Path listing) throws IOException {
    Findings.Gathering found = new Findings.Gathering();
    if (Files.isDirectory(root)) {
      Set<String> known;
      try (SourceListing listed = SourceListing.open(listing)) {
        known = new HashSet<>(listed.archives());
      }
      for (byte[] bytes : names(root)) {
        String name = RawNames.show(bytes);
        if (!known.contains(name) && Files.isRegularFile(RawNames.resolve(root, bytes))) {
          found.add(Finding.NEW_SINCE_LISTED, name);
        }
      }
    }
    return found.findings().of(Finding.NEW_SINCE_LISTED);
  }

  private static void visit(Path root, String name, ArchiveListing listing, Visitor visitor)
      throws IOException {
    listing.addArchive(name);
    ArchiveStamp stamp;
    ArchiveInput opened;
    try {
      stamp = ArchiveStamp.now(root, name);
      opened = ArchiveInput.open(ArchiveStamp.path(root, name));
    } catch (ArchiveInput.Unreadable | FileSystemException e) {
      listing.reject(Reject.of(name, RejectReason.UNREADABLE, SourceErrors.say(e)));
      return;
    }
    try (ArchiveInput file = opened) {
      visitor.archive(stamp, file);
    } catch (ArchiveInput.Unreadable e) {
      String detail = e.getMessage() + "; what follows is lost";
      listing.reject(new Reject(name, RejectReason.UNREADABLE, detail, stamp.length()));
    }
  }

  private static List<byte[]> names(Path folder) throws IOException {
    List<byte[]> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(entry -> names.add(RawNames.lastName(entry)));
    } catch (NotDirectoryException e) {
      throw new IOException(folder + " is no longer a folder", e);
    }
    names.sort(Arrays::compareUnsigned);
    return names;
  }
}
