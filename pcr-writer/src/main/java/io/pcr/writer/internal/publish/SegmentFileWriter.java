package io.pcr.writer.internal.publish;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.keys.KeyEntries;
import io.pcr.format.internal.keys.KeySegmentHead;
import io.pcr.format.internal.keys.KeySegmentWriter;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.Manifest;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the file of a segment under the first name of its generation that is free. A file of that
 * name with the same bytes is taken: it is of a run that was killed before its commit, or of a
 * writer that adds the same. For one thread.
 */
final class SegmentFileWriter {
  private final Path folder;
  private final DurableSteps steps;

  SegmentFileWriter(Path folder, DurableSteps steps) {
    this.folder = folder;
    this.steps = steps;
  }

  /**
   * Writes a segment.
   *
   * @param root of the generation that will name it
   */
  KeySegment write(KeyEntries entries, Manifest root) throws IOException {
    for (long number = 0; ; number++) {
      String name = KeySegmentHead.fileName(root.generation(), number);
      try (Attempt attempt = new Attempt(folder.resolve(name))) {
        KeySegment segment =
            KeySegmentWriter.write(
                entries, root.datasetUuid(), root.generation(), number, attempt::begin);
        if (attempt.takesName()) {
          return segment;
        }
      }
    }
  }

  /** A file that has its name only when it is complete. */
  private final class Attempt implements Closeable {
    private final Path target;
    private AtomicFile file;

    Attempt(Path target) {
      this.target = target;
    }

    WritableByteChannel begin() throws IOException {
      close();
      file = AtomicFile.create(target, steps);
      return file.channel();
    }

    boolean takesName() throws IOException {
      try {
        file.commitNew();
        return true;
      } catch (FileAlreadyExistsException e) {
        return Files.mismatch(file.temporary(), target) < 0;
      }
    }

    @Override
    public void close() throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }
}
