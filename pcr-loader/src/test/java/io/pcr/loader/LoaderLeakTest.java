package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.loader.transform.Transform;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a thousand loaders leave behind. */
class LoaderLeakTest extends LoaderFixture {
  private static final int LOADERS = 1000;
  private static final int COLLECTIONS = 100;

  /** What may differ although nothing is left: buffers that the dataset keeps for its next read. */
  private static final long SLACK = 4 << 20;

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

  private static long descriptors() throws IOException {
    try (Stream<Path> open = Files.list(DESCRIPTORS)) {
      return open.count();
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  /** One that is closed before its first batch, while it reads, or with a batch in use. */
  private void openAndClose(int number) throws IOException {
    ResizeShape large = new ResizeShape(256, 256, PixelFormat.RGB, false, true);
    LoaderOptions options =
        options().transform(new Transform.Resized(large)).threads(2).readThreads(2).build();
    try (Loader loader = Loader.open(dataset, options)) {
      for (int i = 0; i < number % 3; i++) {
        loader.next();
      }
    }
  }

  @Test
  void thousandLoadersLeaveNoBufferThreadOrDescriptor() throws IOException {
    for (int i = 0; i < 3; i++) {
      openAndClose(i);
    }
    long descriptors = descriptors();
    long bytes = directBytes();
    for (int i = 0; i < LOADERS; i++) {
      openAndClose(i);
    }
    assertEquals(List.of(), loaderThreads());
    assertEquals(descriptors, descriptors());
    for (int i = 0; i < COLLECTIONS && directBytes() > bytes + SLACK; i++) {
      System.gc(); // Buffers nobody has are freed by it.
    }
    long left = directBytes() - bytes;
    assertTrue(left <= SLACK, left + " bytes of buffers are left");
  }
}
