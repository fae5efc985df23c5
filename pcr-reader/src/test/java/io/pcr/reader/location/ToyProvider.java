package io.pcr.reader.location;

import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpOptions;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.Set;

/** Serves {@code toy:}, where there is nothing. */
public final class ToyProvider implements FolderProvider {
  @Override
  public Set<String> schemes() {
    return Set.of("toy");
  }

  @Override
  public DatasetFolder folder(URI folder, HttpOptions options) {
    return new DatasetFolder() {
      @Override
      public ByteSource open(String name) throws NoSuchFileException {
        throw new NoSuchFileException(name);
      }

      @Override
      public String toString() {
        return folder.toString();
      }
    };
  }
}
