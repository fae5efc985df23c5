package io.pcr.format.internal.jpeg;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Prints how fast entropy-coded data are searched for markers: {@code java … MarkerScannerBench}.
 */
final class MarkerScannerBench {
  private static final int ROUNDS = 20;

  private MarkerScannerBench() {}

  public static void main(String[] arguments) throws IOException {
    byte[] random =
        JpegBytes.soi()
            .frame(0xC2, 1)
            .scan(0, 0, 0, 0, 1)
            .raw(JpegBytes.entropy(new Random(1), 64 << 20))
            .eoi()
            .bytes();
    measure("64 MiB of random data, heap", List.of(ByteBuffer.wrap(random)));
    ByteBuffer direct = ByteBuffer.allocateDirect(random.length).put(random).flip();
    measure("64 MiB of random data, direct", List.of(direct));
    measure("corpus, heap", Corpus.images().stream().map(ByteBuffer::wrap).toList());
  }

  private static void measure(String what, List<ByteBuffer> files) throws IOException {
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      for (ByteBuffer file : files) {
        MarkerScanner.scan(file, "bench");
      }
      best = Math.min(best, System.nanoTime() - start);
    }
    long bytes = files.stream().mapToLong(ByteBuffer::remaining).sum();
    System.out.printf(Locale.ROOT, "%s: %.2f GB/s%n", what, (double) bytes / best);
  }
}
