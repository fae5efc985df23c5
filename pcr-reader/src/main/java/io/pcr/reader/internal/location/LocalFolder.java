package io.pcr.reader.internal.location;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A folder on a file system of this machine. Immutable and thread-safe; holds nothing open. */
public record LocalFolder(Path folder) implements DatasetFolder {
  @Override
  public ByteSource open(String name) throws IOException {
    return FileByteSource.open(resolve(name));
  }

  /**
   * The path of a file.
   *
   * @throws NoSuchFileException when the name cannot be the name of a file on this machine
   */
  public Path resolve(String name) throws NoSuchFileException {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(folder.toString(), name, e.getMessage());
    }
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.allOf(Capability.class);
  }

  @Override
  public List<String> list() throws IOException {
    List<String> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        String name = file.getFileName().toString();
        if (!name.startsWith(".") && Files.isRegularFile(file)) {
          files.add(name);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return files.stream().sorted().toList();
  }

  @Override
  public Optional<Path> local() {
    return Optional.of(folder);
  }

  @Override
  public String toString() {
    return folder.toString();
  }
}
