package io.pcr.format.internal.frame;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import com.github.luben.zstd.util.Native;
import io.pcr.format.internal.natives.NativeLibrary;
import io.pcr.format.internal.natives.NativeLibraryException;
import java.util.function.Supplier;

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

  /**
   * Runs work of zstd-jni that takes native memory.
   *
   * @throws OutOfMemoryError when there is none, which says nothing about the bytes
   */
  public static <T> T run(Supplier<T> work) {
    try {
      return work.get();
    } catch (ZstdException e) {
      // Of a stream zstd-jni gives the code's negative.
      if (Math.abs(e.getErrorCode()) == Zstd.errMemoryAllocation()) {
        throw outOfMemory(e);
      }
      throw e;
    } catch (IllegalStateException e) {
      // What a context that could not be made says.
      if (String.valueOf(e.getMessage()).startsWith("ZSTD_create")) {
        throw outOfMemory(e);
      }
      throw e;
    }
  }

  private static OutOfMemoryError outOfMemory(RuntimeException cause) {
    OutOfMemoryError error = new OutOfMemoryError("no native memory (zstd)");
    error.initCause(cause);
    return error;
  }
}
