package io.pcr.writer.extract;

import io.pcr.format.commit.DurableSteps;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.output.TargetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Writes each image to a separate file, whose name comes from the key and the format. It does not
 * write labels and columns, and it never overwrites a file. Thread-safe; whoever creates it closes
 * it.
 */
public final class FolderSink implements SampleSink {
  private final TargetFolder target;

  /** A sink that writes into a folder. Creates the folder if it does not exist. */
  public FolderSink(Path folder) throws IOException {
    this(folder, DurableSteps.NONE);
  }

  /** Does the same as {@link #FolderSink(Path)}, and reports each durable step. */
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
