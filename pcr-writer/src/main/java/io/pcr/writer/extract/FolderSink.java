package io.pcr.writer.extract;

import io.pcr.format.commit.DurableSteps;
import io.pcr.reader.Sample;
import io.pcr.reader.output.TargetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes each image as a file of its own, named by its key and its format; labels and columns are
 * not written. Nothing in the folder is written over. Thread-safe.
 */
public final class FolderSink implements SampleSink {
  private final TargetFolder target;

  /** A sink into a folder, which is made if it is not there. */
  public FolderSink(Path folder) throws IOException {
    this(folder, DurableSteps.NONE);
  }

  /** As {@link #FolderSink(Path)}, telling of every durable step. */
  public FolderSink(Path folder, DurableSteps steps) throws IOException {
    target = TargetFolder.open(folder, steps);
  }

  @Override
  public boolean isParallel() {
    return true;
  }

  @Override
  public Write prepare(Sample sample) throws IOException {
    String name = ImageSuffix.nameInFolder(sample);
    ByteBuffer file = sample.file();
    return () -> target.write(name, file);
  }

  @Override
  public void finish() throws IOException {
    target.force();
  }

  @Override
  public void close() {}
}
