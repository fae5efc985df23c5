package io.pcr.tools.load;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.loader.Batch;
import io.pcr.loader.state.LoaderState;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The files that a run writes as it goes: the keys of each batch, and the state behind it. The keys
 * of a batch are written before its state: a run that is killed between the two gives the batch,
 * and writes its keys, once more. A line that a run did not finish is removed by the next.
 */
final class LoadOutput implements Closeable {
  private static final int MOST_STATE_BYTES = 1 << 20;

  /** What is read at a time to find the last line of the keys. */
  private static final int TAIL_BYTES = 1 << 13;

  private final Optional<Path> keysFile;
  private final Optional<BufferedWriter> keys;
  private final Optional<Path> state;

  private LoadOutput(Optional<Path> keysFile, Optional<BufferedWriter> keys, Optional<Path> state) {
    this.keysFile = keysFile;
    this.keys = keys;
    this.state = state;
  }

  /**
   * Opens the files.
   *
   * @param goesOn whether what the file of keys has stays
   */
  static LoadOutput open(Optional<Path> keys, Optional<Path> state, boolean goesOn)
      throws IOException {
    if (keys.isEmpty()) {
      return new LoadOutput(keys, Optional.empty(), state);
    }
    try {
      return new LoadOutput(keys, Optional.of(writer(keys.get(), goesOn)), state);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw of(keys.get(), e);
    }
  }

  private static BufferedWriter writer(Path file, boolean goesOn) throws IOException {
    if (goesOn && Files.isRegularFile(file)) {
      removeUnfinishedLine(file);
    }
    return Files.newBufferedWriter(
        file,
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.WRITE,
        goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING);
  }

  private static void removeUnfinishedLine(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer tail = ByteBuffer.allocate(TAIL_BYTES);
      long end = channel.size();
      while (end > 0) {
        long from = Math.max(0, end - TAIL_BYTES);
        int length = channel.read(tail.clear().limit((int) (end - from)), from);
        int last = length - 1;
        while (last >= 0 && tail.get(last) != '\n') {
          last--;
        }
        end = from + last + 1;
        if (last >= 0) {
          break;
        }
      }
      channel.truncate(end);
    }
  }

  /** The system says what is wrong, and not always with which file. */
  private static IOException of(Path file, IOException e) {
    return new IOException(file + ": " + e.getMessage(), e);
  }

  /**
   * The state to go on from, if there is a file of it.
   *
   * @throws IllegalArgumentException when the file has no state, or none of a run that can go on
   */
  static Optional<LoaderState> readState(Optional<Path> stated) throws IOException {
    if (stated.isEmpty() || Files.notExists(stated.get())) {
      return Optional.empty();
    }
    Path file = stated.get();
    if (!Files.isRegularFile(file) || Files.size(file) > MOST_STATE_BYTES) {
      throw new IllegalArgumentException(file + " is not a loader's state");
    }
    try {
      return Optional.of(LoaderState.parse(Files.readString(file)));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(file + " is not a loader's state: not UTF-8 text", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
    }
  }

  /** Notes a batch and where the run is behind it. */
  void note(Batch batch, LoaderState behind) throws IOException {
    if (keys.isPresent()) {
      JsonWriter line = JsonWriter.compact().beginArray();
      for (int image = 0; image < batch.size(); image++) {
        line.value(batch.key(image));
      }
      try {
        keys.get().write(line.end().toString());
        keys.get().write('\n');
        keys.get().flush();
      } catch (IOException e) {
        throw of(keysFile.get(), e);
      }
    }
    if (state.isPresent()) {
      ByteBuffer json = StandardCharsets.UTF_8.encode(behind.toJson() + "\n");
      AtomicFile.write(state.get().toAbsolutePath(), DurableSteps.NONE, json);
    }
  }

  @Override
  public void close() throws IOException {
    if (keys.isPresent()) {
      keys.get().close();
    }
  }
}
