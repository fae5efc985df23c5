package io.pcr.format.internal.frame;

import com.github.luben.zstd.util.Native;
import io.pcr.format.internal.natives.NativeLibrary;
import io.pcr.format.internal.natives.NativeLibraryException;

/** The native library behind everything of zstd-jni. Thread-safe. */
public final class ZstdLibrary {
  private static final NativeLibrary LIBRARY =
      new NativeLibrary("zstd", NativeLibrary.TEMPORARY_FILES, Native::load);

  private ZstdLibrary() {}

  /** Loads it, unless that has been done; to be called before any class of zstd-jni is used. */
  public static void require() throws NativeLibraryException {
    LIBRARY.require();
  }

  /**
   * The same, where no IOException can be thrown.
   *
   * @throws java.io.UncheckedIOException whose cause is a {@link NativeLibraryException}
   */
  public static void requireUnchecked() {
    LIBRARY.requireUnchecked();
  }
}
