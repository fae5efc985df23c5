package io.pcr.testkit;

import io.pcr.format.source.FaultySource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.file.Path;

/** A dataset's folder in which one operation on a file fails. */
public final class FaultyFolder {
  private FaultyFolder() {}

  /** The files of a folder, whose operations are counted by a run. */
  public static DatasetFolder of(Path dataset, FaultySource.Run run) {
    return name -> {
      FileByteSource file = FileByteSource.open(dataset.resolve(name));
      try {
        return run.source(file);
      } catch (IOException e) {
        file.close();
        throw e;
      }
    };
  }
}
