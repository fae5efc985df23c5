package io.pcr.loader.internal;

import io.pcr.loader.transform.Transform;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A maker of images for each thread that decodes, made when the thread first needs it. Thread-safe.
 */
final class Renderers {
  private final Queue<ImageMaker> all = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<ImageMaker> own;

  Renderers(Transform transform, int views) {
    own =
        ThreadLocal.withInitial(
            () -> {
              ImageMaker renderer = ImageMaker.of(transform, views);
              all.add(renderer);
              return renderer;
            });
  }

  /** That of the calling thread, which alone may use it. */
  ImageMaker get() {
    return own.get();
  }

  /** Frees all of them, when the threads have ended. */
  void close() {
    for (ImageMaker one = all.poll(); one != null; one = all.poll()) {
      one.close();
    }
  }
}
