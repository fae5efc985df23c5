package io.pcr.testkit;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** The manifest of a dataset's folder. Stateless and thread-safe. */
public final class Manifests {
  private Manifests() {}

  public static Manifest read(Path dataset) throws IOException {
    try (ByteSource source = FileByteSource.open(dataset.resolve(Manifest.FILE_NAME))) {
      return Manifest.read(source, Limits.DEFAULT);
    }
  }

  /** Puts a manifest there, in the place of one that is there, without any lock. */
  public static void write(Path dataset, Manifest manifest) throws IOException {
    ByteBuffer encoded = manifest.encode();
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    Files.write(dataset.resolve(Manifest.FILE_NAME), bytes);
  }
}
