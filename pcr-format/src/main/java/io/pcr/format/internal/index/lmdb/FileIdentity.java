package io.pcr.format.internal.index.lmdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * Which file a path named at a moment; another file moved over it has another identity. Immutable.
 *
 * @param key the file system's own identity (device and inode)
 */
record FileIdentity(Object key, long size, FileTime modified) {
  static FileIdentity of(Path file) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Object key = attributes.fileKey();
    return new FileIdentity(
        key == null ? file.toRealPath() : key, attributes.size(), attributes.lastModifiedTime());
  }
}
