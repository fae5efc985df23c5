package io.pcr.format.internal.index.lmdb;

import io.pcr.format.internal.natives.NativeLibrary;
import io.pcr.format.internal.natives.NativeLibraryException;
import org.lmdbjava.ByteArrayProxy;
import org.lmdbjava.Env;

/** The native libraries behind lmdbjava, whose classes load them when they are initialized. */
final class LmdbLibrary {
  private static final NativeLibrary LIBRARY =
      new NativeLibrary(
          "lmdb", NativeLibrary.TEMPORARY_FILES, () -> Env.create(ByteArrayProxy.PROXY_BA));

  private LmdbLibrary() {}

  /** Loads them, unless that has been done; to be called before anything else of lmdbjava. */
  static void require() throws NativeLibraryException {
    LIBRARY.require();
  }
}
