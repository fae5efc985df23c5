package io.pcr.reader.internal.source;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectByteSourceTest {
  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();

  @AfterEach
  void everyPoolBufferIsBack() {
    assertEquals(0, DirectByteSource.buffersInUse());
  }

  @Test
  void fileIsReadDirectlyOrANoticeSaysWhyNot() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[10_000]);
    try (ByteSource source = DirectByteSource.open(file, notices::add)) {
      assertEquals(notices.isEmpty(), source instanceof DirectByteSource);
      assertEquals(10_000, source.length());
    }
  }

  @Test
  void fileSystemWithoutDirectReadingIsReadNormallyWithANotice() throws IOException {
    Path proc = Path.of("/proc/self/status");
    Path file = Files.isReadable(proc) ? proc : Files.write(directory.resolve("file"), new byte[1]);
    try (ByteSource source = DirectByteSource.open(file, notices::add)) {
      if (source instanceof FileByteSource) {
        assertEquals(1, notices.size());
        assertTrue(notices.get(0).contains(file.toString()), notices.get(0));
      } else {
        assertEquals(List.of(), notices);
      }
    }
  }

  @Test
  void filesOfEveryLengthAroundABlock() throws IOException {
    for (int length : new int[] {0, 1, 4095, 4096, 4097, 8191, 8192, 1 << 20, (1 << 20) + 1}) {
      byte[] content = new byte[length];
      new Random(length).nextBytes(content);
      Path file = Files.write(directory.resolve("file" + length), content);
      try (ByteSource source = DirectByteSource.open(file, notices::add)) {
        ByteBuffer heap = ByteBuffer.allocate(length);
        source.readFully(0, heap);
        assertArrayEquals(content, heap.array());
        ByteBuffer aligned = ByteBuffer.allocateDirect(length + 8192).alignedSlice(4096);
        source.readFully(0, aligned.limit(length));
        byte[] actual = new byte[length];
        aligned.flip().get(actual);
        assertArrayEquals(content, actual);
      }
    }
  }

  @Test
  void fileCutWhileOpenIsTruncated() throws IOException {
    Path file = Files.write(directory.resolve("file"), new byte[20_000]);
    try (ByteSource source = DirectByteSource.open(file, notices::add)) {
      for (long length : new long[] {10_000, 8192, 0}) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(length);
        }
        assertThrows(
            PcrException.Truncated.class, () -> source.readFully(0, ByteBuffer.allocate(20_000)));
        assertThrows(
            PcrException.Truncated.class,
            () ->
                source.readFully(
                    0, ByteBuffer.allocateDirect(28_192).alignedSlice(4096).limit(20_000)));
      }
    }
  }

  @Test
  void fileReplacedByOneOfTheSameLengthIsNotMixedWithIt() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[20_000]);
    try (ByteSource source = DirectByteSource.open(file, notices::add)) {
      Path other = Files.write(directory.resolve("other"), "x".repeat(20_000).getBytes(US_ASCII));
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      // Straight into the file's channel, past the wait for a buffer.
      ByteBuffer aligned = ByteBuffer.allocateDirect(8192).alignedSlice(4096).limit(4096);
      Thread interrupted =
          new Thread(
              () -> {
                Thread.currentThread().interrupt();
                assertThrows(IOException.class, () -> source.readFully(0, aligned));
              });
      interrupted.start();
      interrupted.join();
      IOException e =
          assertThrows(IOException.class, () -> source.readFully(0, ByteBuffer.allocate(100)));
      assertTrue(e.getMessage().contains("replaced"), e.getMessage());
    }
  }

  @Test
  void missingFileIsMissingAndADirectoryIsNoFile() {
    assertThrows(
        NoSuchFileException.class,
        () -> DirectByteSource.open(directory.resolve("none"), notices::add));
    assertThrows(IOException.class, () -> readOneByte(directory));
  }

  private void readOneByte(Path path) throws IOException {
    try (ByteSource source = DirectByteSource.open(path, notices::add)) {
      source.readFully(0, ByteBuffer.allocate(1));
    }
  }

  @Test
  void moreReadersThanPoolBuffersTakeTurns() throws Exception {
    byte[] content = new byte[3_000_000];
    new Random(1).nextBytes(content);
    Path file = Files.write(directory.resolve("file"), content);
    ExecutorService threads = Executors.newFixedThreadPool(20);
    try (ByteSource source = DirectByteSource.open(file, notices::add)) {
      List<Future<byte[]>> readers = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        readers.add(
            threads.submit(
                () -> {
                  ByteBuffer bytes = ByteBuffer.allocate(2_999_990);
                  source.readFully(3, bytes);
                  return bytes.array();
                }));
      }
      for (Future<byte[]> reader : readers) {
        assertArrayEquals(Arrays.copyOfRange(content, 3, 2_999_993), reader.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void interruptedWaitForABufferIsAnInterruptedRead() throws Exception {
    AlignedBuffers one = new AlignedBuffers(1, 8192, 4096);
    ByteBuffer taken = one.take();
    assertEquals(0, taken.alignmentOffset(0, one.alignment()));
    Thread.currentThread().interrupt();
    assertInstanceOf(InterruptedIOException.class, assertThrows(IOException.class, one::take));
    assertTrue(Thread.interrupted());
    assertEquals(1, one.inUse());
    one.giveBack(taken);
    assertEquals(0, one.inUse());
  }
}
