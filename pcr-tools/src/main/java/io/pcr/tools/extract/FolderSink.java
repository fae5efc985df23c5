package io.pcr.tools.extract;

import io.pcr.reader.Sample;
import io.pcr.tools.restore.TargetFolder;
import java.io.IOException;
import java.nio.file.Path;

/** Writes each image as a file of its own, named by its key. Thread-safe. */
final class FolderSink implements SampleSink {
  private final TargetFolder target;

  FolderSink(Path folder) throws IOException {
    target = TargetFolder.open(folder);
  }

  @Override
  public boolean isParallel() {
    return true;
  }

  @Override
  public Outcome write(Sample sample) throws IOException {
    return switch (target.write(sample.key(), sample.file())) {
      case WRITTEN -> Outcome.WRITTEN;
      case THERE_ALREADY -> Outcome.THERE_ALREADY;
    };
  }

  @Override
  public void finish() {
    // Every file was made durable by itself.
  }

  @Override
  public void close() {}
}
