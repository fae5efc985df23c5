package io.pcr.format.internal.natives;

import static java.util.Objects.requireNonNull;

import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A native library, loaded when it is first needed, on a thread of its own. Libraries are unpacked
 * through channels, which an interrupt closes; where that happens while a class is initialized, the
 * class is lost until the process ends. So a caller that is interrupted waits, and is interrupted
 * afterwards.
 *
 * <p>What failed is tried again at the next use. Thread-safe.
 */
public final class NativeLibrary {
  /** Where JavaCPP unpacks libraries. */
  public static final String JAVACPP_CACHE =
      "~/.javacpp/cache or the folder that -Dorg.bytedeco.javacpp.cachedir names";

  /** Where other libraries are unpacked. */
  public static final String TEMPORARY_FILES =
      "the folder of temporary files, which -Djava.io.tmpdir names";

  /** How a library is loaded. */
  @FunctionalInterface
  public interface Loading {
    void load() throws Exception;
  }

  private final String name;
  private final String folder;
  private final Loading loading;
  private Throwable firstFailure;
  private volatile boolean loaded;

  /**
   * @param name of the library, for errors
   * @param folder where it is unpacked, for errors
   */
  public NativeLibrary(String name, String folder, Loading loading) {
    this.name = requireNonNull(name, "name");
    this.folder = requireNonNull(folder, "folder");
    this.loading = requireNonNull(loading, "loading");
  }

  /** Loads the library unless that has been done. */
  public void require() throws NativeLibraryException {
    if (!loaded) {
      load();
    }
  }

  /**
   * The same, where no IOException can be thrown.
   *
   * @throws UncheckedIOException whose cause is a {@link NativeLibraryException}
   */
  public void requireUnchecked() {
    try {
      require();
    } catch (NativeLibraryException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    }
  }

  private synchronized void load() throws NativeLibraryException {
    if (loaded) {
      return;
    }
    Throwable failure = tryOnOwnThread();
    if (failure != null) {
      // Later ones may say no more than that a class could not be initialized.
      firstFailure = firstFailure == null ? failure : firstFailure;
      throw new NativeLibraryException(
          String.format(
              "the native library %s cannot be loaded: %s; it is unpacked into %s, which must be"
                  + " writable and have room",
              name, reason(firstFailure), folder),
          firstFailure);
    }
    loaded = true;
  }

  private Throwable tryOnOwnThread() {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(() -> failure.set(attempt()), "pcr-load-" + name);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure.get();
  }

  /** A library that is missing or does not fit is an Error to the JVM, not an Exception. */
  @SuppressWarnings("CatchAndPrintStackTrace")
  private Throwable attempt() {
    try {
      loading.load();
      return null;
    } catch (Exception | Error e) {
      return e;
    }
  }

  /** The innermost of what is said: the others say that a library or a class failed. */
  private static String reason(Throwable failure) {
    String said = failure.toString();
    for (Throwable t = failure; t != null; t = t.getCause()) {
      said = t.getMessage() == null ? said : t.getMessage();
    }
    return said.lines().findFirst().orElse(said);
  }
}
