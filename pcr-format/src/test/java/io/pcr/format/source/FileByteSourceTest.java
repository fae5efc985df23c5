package io.pcr.format.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileByteSourceTest extends ByteSourceContract {
  @TempDir private Path folder;

  @Override
  ByteSource open(byte[] content) throws IOException {
    return FileByteSource.open(Files.write(folder.resolve("source"), content));
  }

  private static void interruptAReadOf(ByteSource source) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread reader =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              try {
                source.readFully(0, ByteBuffer.allocate(1));
              } catch (IOException e) {
                failure.set(e);
              }
            });
    reader.start();
    reader.join();
    assertEquals(ClosedByInterruptException.class, failure.get().getClass());
  }

  @Test
  void interruptedThreadDoesNotTakeTheFileFromTheOthers() throws Exception {
    Path file = Files.write(folder.resolve("shared"), new byte[] {1, 2, 3});
    try (ByteSource source = FileByteSource.open(file)) {
      interruptAReadOf(source);
      ByteBuffer dst = ByteBuffer.allocate(2);
      source.readFully(1, dst);
      assertEquals(ByteBuffer.wrap(new byte[] {2, 3}), dst.flip());
    }
  }

  @Test
  void readThatTheSystemRefusesNamesFileAndPosition() throws IOException {
    Path file = folder.resolve("shared");
    try (ByteSource source =
        new FileByteSource(file, new FailingChannel(3), Optional.empty(), 100)) {
      FileSystemException e =
          assertThrows(
              FileSystemException.class, () -> source.readFully(10, ByteBuffer.allocate(8)));
      assertEquals(file + ": Input/output error at 13", e.getMessage());
    }
  }

  @Test
  void replacedFileIsNotMixedWithTheOldOne() throws Exception {
    Path file = Files.write(folder.resolve("shared"), new byte[] {1, 2, 3});
    Path other = Files.write(folder.resolve("other"), new byte[] {4, 5, 6});
    try (ByteSource source = FileByteSource.open(file)) {
      interruptAReadOf(source);
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      IOException e =
          assertThrows(IOException.class, () -> source.readFully(0, ByteBuffer.allocate(1)));
      assertTrue(e.getMessage().contains("was replaced"), e.getMessage());
    }
  }
}
