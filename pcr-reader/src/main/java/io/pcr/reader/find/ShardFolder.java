package io.pcr.reader.find;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.DatasetFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the files of a dataset are. Thread-safe. */
public interface ShardFolder {
  /** Opens a file by its plain name; the caller closes it. */
  ByteSource open(String file) throws IOException;

  /** Whether {@link #files} knows the names of all files. */
  boolean isListed();

  /** The names of all files that may be shards, sorted. */
  List<String> files() throws IOException;

  /** A folder on a disk. Files whose name begins with a point are no shards. */
  static ShardFolder local(Path folder) {
    return new ShardFolder() {
      @Override
      public ByteSource open(String file) throws IOException {
        try {
          return FileByteSource.open(folder.resolve(file));
        } catch (InvalidPathException e) {
          throw new NoSuchFileException(folder.toString(), file, e.getMessage());
        }
      }

      @Override
      public boolean isListed() {
        return true;
      }

      @Override
      public List<String> files() throws IOException {
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
    };
  }

  /** A folder whose files cannot be listed, as on a server. */
  static ShardFolder unlisted(DatasetFolder folder) {
    return new ShardFolder() {
      @Override
      public ByteSource open(String file) throws IOException {
        return folder.open(file);
      }

      @Override
      public boolean isListed() {
        return false;
      }

      @Override
      public List<String> files() {
        return List.of();
      }
    };
  }
}
