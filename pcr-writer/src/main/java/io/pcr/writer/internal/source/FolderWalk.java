package io.pcr.writer.internal.source;

import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.reject.RejectReason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * Visits every file below a folder, in no order. Links to files are followed, and links to folders
 * that lie outside of the source; a link back into the source is not, since what it leads to is
 * visited under its own name, nor is one to a folder that the source is in. One folder at a time is
 * open, and what is remembered are the folders still to be visited.
 */
final class FolderWalk {
  /** Receives what is found; keys are bytes since names are. */
  interface Visitor {
    void file(SourceFile file) throws IOException;

    void reject(byte[] key, RejectReason reason, String detail, long bytes) throws IOException;
  }

  /** A key longer than this cannot stand in a shard. */
  static final int MAX_KEY_BYTES = 65_535;

  /** Links to folders inside linked folders end somewhere. */
  private static final int MAX_NESTED_LINKS = 8;

  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  private record Folder(Path path, byte[] key, Object fileKey, Folder parent, int links) {
    boolean isBelow(Object ancestorKey) {
      for (Folder folder = this; folder != null; folder = folder.parent) {
        if (ancestorKey != null && ancestorKey.equals(folder.fileKey)) {
          return true;
        }
      }
      return false;
    }
  }

  private final Path root;
  private final Path realRoot;
  private final Visitor visitor;
  private final Deque<Folder> pending = new ArrayDeque<>();

  FolderWalk(Path root, Visitor visitor) throws IOException {
    this.root = root;
    this.realRoot = root.toRealPath();
    this.visitor = visitor;
  }

  void run() throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(root, BasicFileAttributes.class);
    Folder top = new Folder(root, new byte[0], attributes.fileKey(), null, 0);
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
      visitAll(top, entries);
    }
    while (!pending.isEmpty()) {
      visitAll(pending.pop());
    }
  }

  /** What the visitor throws is no problem of the folder, and goes through. */
  private void visitAll(Folder folder) throws IOException {
    boolean opened = false;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.path)) {
      opened = true;
      visitAll(folder, entries);
    } catch (FileSystemException e) {
      if (opened) {
        throw e;
      }
      visitor.reject(folder.key, RejectReason.UNREADABLE, "folder: " + SourceErrors.say(e), -1);
    }
  }

  private void visitAll(Folder folder, DirectoryStream<Path> entries) throws IOException {
    try {
      for (Path entry : entries) {
        visit(folder, entry);
      }
    } catch (DirectoryIteratorException e) {
      String detail = "folder: " + SourceErrors.say(e.getCause()) + "; the rest of it is lost";
      visitor.reject(folder.key, RejectReason.UNREADABLE, detail, -1);
    }
  }

  private void visit(Folder folder, Path entry) throws IOException {
    byte[] key = join(folder.key, RawNames.lastName(entry));
    BasicFileAttributes attributes;
    Optional<Path> linked = Optional.empty();
    try {
      attributes =
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (attributes.isSymbolicLink()) {
        attributes = Files.readAttributes(entry, BasicFileAttributes.class);
        linked = Optional.of(entry.toRealPath());
      }
    } catch (NoSuchFileException e) {
      boolean dangling = Files.isSymbolicLink(entry);
      visitor.reject(
          key,
          dangling ? RejectReason.NOT_A_FILE : RejectReason.VANISHED,
          dangling ? "a link whose target does not exist" : "vanished while its folder was listed",
          -1);
      return;
    } catch (FileSystemException e) {
      visitor.reject(key, RejectReason.UNREADABLE, SourceErrors.say(e), -1);
      return;
    }
    if (attributes.isDirectory()) {
      visitFolder(folder, entry, key, attributes, linked);
    } else if (attributes.isRegularFile()) {
      visitFile(key, attributes);
    } else {
      visitor.reject(key, RejectReason.NOT_A_FILE, "neither a file nor a folder", -1);
    }
  }

  private void visitFile(byte[] key, BasicFileAttributes attributes) throws IOException {
    if (!RawNames.isUtf8(key)) {
      visitor.reject(key, RejectReason.NAME, "the name is not UTF-8", attributes.size());
    } else if (key.length > MAX_KEY_BYTES) {
      String detail =
          "the path is " + key.length + " bytes long, a key is at most " + MAX_KEY_BYTES;
      visitor.reject(key, RejectReason.NAME, detail, attributes.size());
    } else {
      long modified = attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
      visitor.file(
          new SourceFile(key, attributes.size(), modified, OptionalLong.empty(), new byte[0]));
    }
  }

  private void visitFolder(
      Folder folder, Path entry, byte[] key, BasicFileAttributes attributes, Optional<Path> linked)
      throws IOException {
    if (folder.isBelow(attributes.fileKey())) {
      visitor.reject(key, RejectReason.LINK_LOOP, "a link to a folder that it is in", -1);
      return;
    }
    if (linked.isPresent() && linked.get().startsWith(realRoot)) {
      String detail = "a link to a folder of the source, which is read under its own name";
      visitor.reject(key, RejectReason.LINK_LOOP, detail, -1);
      return;
    }
    if (linked.isPresent() && realRoot.startsWith(linked.get())) {
      visitor.reject(key, RejectReason.LINK_LOOP, "a link to a folder that the source is in", -1);
      return;
    }
    int links = folder.links + (linked.isPresent() ? 1 : 0);
    if (links > MAX_NESTED_LINKS) {
      String detail = "a link to a folder, " + links + " such links deep";
      visitor.reject(key, RejectReason.LINK_LOOP, detail, -1);
      return;
    }
    pending.push(new Folder(entry, key, attributes.fileKey(), folder, links));
  }

  private static byte[] join(byte[] folder, byte[] name) {
    if (folder.length == 0) {
      return name;
    }
    ByteArrayOutputStream key = new ByteArrayOutputStream(folder.length + 1 + name.length);
    key.writeBytes(folder);
    key.write('/');
    key.writeBytes(name);
    return key.toByteArray();
  }
}
