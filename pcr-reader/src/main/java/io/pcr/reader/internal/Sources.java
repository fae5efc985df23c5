package io.pcr.reader.internal;

import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.reader.source.DirectByteSource;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens files and objects as the options want them. */
final class Sources {
  private Sources() {}

  static ByteSource local(Path file, ReaderOptions options) throws IOException {
    return options.direct()
        ? DirectByteSource.open(file, options.notices())
        : FileByteSource.open(file);
  }

  /** A shard of a manifest: what the cache knows it by does not depend on where it comes from. */
  static ByteSource cached(ByteSource source, ShardEntry shard, ReaderOptions options) {
    if (options.cache().isEmpty()) {
      return source;
    }
    CacheIdentity identity =
        CacheIdentity.ofShard(shard.shardUuid(), shard.headCrc32c(), shard.totalLength());
    return options.cache().get().cached(source, identity);
  }

  /** A shard by itself. */
  static ByteSource remote(URI uri, ReaderOptions options) throws IOException {
    HttpByteSource source = HttpByteSource.open(uri, options.http());
    return options.cache().isEmpty()
        ? source
        : options.cache().get().cached(source, CacheIdentity.ofObject(source));
  }

  /**
   * The path of a file in a folder.
   *
   * @throws NoSuchFileException when no file can be called that where this program runs
   */
  static Path resolve(Path folder, String name) throws NoSuchFileException {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw new NoSuchFileException(folder.toString(), name, e.getMessage());
    }
  }

  /**
   * The URI of a file in a folder: its name encoded, the folder's query (such as a signature) kept.
   */
  static URI resolve(URI folder, String name) {
    try {
      String path =
          folder.getRawPath().endsWith("/") ? folder.getRawPath() : folder.getRawPath() + "/";
      String encoded = new URI(null, null, "/" + name, null).toASCIIString().substring(1);
      String query = folder.getRawQuery() == null ? "" : "?" + folder.getRawQuery();
      return new URI(
          folder.getScheme() + "://" + folder.getRawAuthority() + path + encoded + query);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("no URI for " + name, e);
    }
  }
}
