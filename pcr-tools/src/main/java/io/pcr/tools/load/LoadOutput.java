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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The files that a run writes as it goes: the keys of each batch, and the state behind it. The keys
 * of a batch are written before its state: a run that is killed between the two gives the batch,
 * and writes its keys, once more.
 */
final class LoadOutput implements Closeable {
  private final Optional<BufferedWriter> keys;
  private final Optional<Path> state;

  private LoadOutput(Optional<BufferedWriter> keys, Optional<Path> state) {
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
    Optional<BufferedWriter> writer =
        keys.isEmpty()
            ? Optional.empty()
            : Optional.of(
                Files.newBufferedWriter(
                    keys.get(),
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    goesOn ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING));
    return new LoadOutput(writer, state);
  }

  /** The state to go on from, if there is a file of it. */
  static Optional<LoaderState> readState(Optional<Path> file) throws IOException {
    return file.isPresent() && Files.exists(file.get())
        ? Optional.of(LoaderState.parse(Files.readString(file.get())))
        : Optional.empty();
  }

  /** Notes a batch and where the run is behind it. */
  void note(Batch batch, LoaderState behind) throws IOException {
    if (keys.isPresent()) {
      JsonWriter line = JsonWriter.compact().beginArray();
      for (int image = 0; image < batch.size(); image++) {
        line.value(batch.key(image));
      }
      keys.get().write(line.end().toString());
      keys.get().write('\n');
      keys.get().flush();
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
