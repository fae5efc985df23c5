package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Shard;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.testkit.TestDataset;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Memory, closing and interruption. */
class LoaderLifeTest extends LoaderFixture {
  /** With room for one batch at a time everything still comes, in the same order. */
  @Test
  void tooLittleMemoryIsSaidAndEnoughIsEnough() throws IOException {
    LoaderOptions.Builder options = options().lanes(2).window(2);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> Loader.open(dataset, options.memory(1000).build()));
    long needed = Long.parseLong(e.getMessage().replaceAll("\\D*(\\d+) bytes of memory.*", "$1"));
    List<List<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options.memory(1L << 30).build())) {
      for (int i = 0; i < 12; i++) {
        expected.add(keys(loader.next()));
      }
    }
    List<List<String>> found = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options.memory(needed).build())) {
      for (int i = 0; i < 12; i++) {
        found.add(keys(loader.next()));
      }
    }
    assertEquals(expected, found);
  }

  /** Storage that gives so many bytes, and then fails. */
  private record Limited(DatasetFolder folder, AtomicLong bytesLeft) implements DatasetFolder {
    @Override
    public ByteSource open(String name) throws IOException {
      ByteSource file = folder.open(name);
      return new ByteSource() {
        @Override
        public long length() throws IOException {
          return file.length();
        }

        @Override
        public void readFully(long position, ByteBuffer into) throws IOException {
          if (bytesLeft.addAndGet(-into.remaining()) < 0) {
            throw new IOException("no more bytes");
          }
          file.readFully(position, into);
        }

        @Override
        public void close() throws IOException {
          file.close();
        }

        @Override
        public String toString() {
          return file.toString();
        }
      };
    }
  }

  /** The first batch does not wait for the windows of its lanes. */
  @Test
  void theFirstBatchNeedsItsOwnSamplesAlone() throws IOException {
    AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    // Large enough that what stands between two samples is not read with them.
    String[] keys = IntStream.range(0, 24).mapToObj(i -> "rose/" + i).toArray(String[]::new);
    Path large = new TestDataset().size(900, 700).shard(keys).write(own.resolve("large"));
    DatasetFolder folder = new Limited(DatasetLocation.of(large).folder(), left);
    try (PcrDataset limited = PcrDataset.open(folder, ReaderOptions.DEFAULT)) {
      long all = 0;
      for (Shard shard : limited.shards()) {
        all += shard.prefixLength(Fidelity.FULL);
        shard.read(new int[0], Fidelity.FULL, OnDamage.FAIL).close(); // Heads and metadata.
      }
      left.set(all / 2);
      LoaderOptions options = options().batch(4).lanes(4).window(1000).readThreads(1).build();
      try (Loader loader = Loader.open(limited, options)) {
        assertEquals(4, loader.next().size());
        assertThrows(
            IOException.class,
            () -> {
              for (int i = 0; i < 15; i++) {
                loader.next();
              }
            });
      }
    }
  }

  @Test
  void nothingIsGivenAfterClosingAndADatasetStaysUsable() throws IOException {
    Loader loader = Loader.open(dataset, options().build());
    loader.next();
    loader.close();
    loader.close();
    assertThrows(AlreadyClosedException.class, loader::next);
    assertEquals("rose/0", dataset.sample(0, Fidelity.FULL).key());
  }

  /** At any moment, from another thread, while the caller waits. */
  @Test
  void closingEndsWaiting() throws Exception {
    for (int attempt = 0; attempt < 60; attempt++) {
      Loader loader = Loader.open(dataset, options().threads(1 + attempt % 3).build());
      AtomicReference<Throwable> seen = new AtomicReference<>();
      int steps = attempt % 7;
      Thread caller =
          new Thread(
              () -> {
                try {
                  while (true) {
                    loader.next();
                  }
                } catch (IOException | RuntimeException e) {
                  seen.set(e);
                }
              });
      for (int i = 0; i < steps; i++) {
        loader.next();
      }
      caller.start();
      Thread.sleep(attempt % 5); // Any moment will do: what is asserted does not depend on it.
      loader.close();
      caller.join();
      assertInstanceOf(AlreadyClosedException.class, seen.get());
      assertEquals(List.of(), loaderThreads());
    }
  }

  @Test
  void anInterruptedCallerLosesNoBatch() throws IOException {
    List<List<String>> expected = new ArrayList<>();
    try (Loader loader = Loader.open(dataset, options().build())) {
      for (int i = 0; i < 6; i++) {
        expected.add(keys(loader.next()));
      }
    }
    try (Loader loader = Loader.open(dataset, options().build())) {
      List<List<String>> found = new ArrayList<>();
      while (found.size() < 6) {
        Thread.currentThread().interrupt();
        try {
          found.add(keys(loader.next()));
        } catch (InterruptedIOException e) {
          assertTrue(Thread.interrupted());
          found.add(keys(loader.next()));
        }
        Thread.interrupted();
      }
      assertEquals(expected, found);
    }
  }
}
