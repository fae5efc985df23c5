package io.pcr.writer.salvage;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.source.SourceReads;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies a file that is whole, byte for byte. Stateless. */
final class ShardCopy {
  private ShardCopy() {}

  static void copy(Path source, Path target, DurableSteps steps) throws IOException {
    // To open what has become a pipe would wait for its writer.
    SourceReads.identityOfFile(source);
    try (FileChannel from = FileChannel.open(source, StandardOpenOption.READ);
        AtomicFile to = AtomicFile.create(target, steps)) {
      long length = from.size();
      for (long done = 0; done < length; ) {
        long moved = from.transferTo(done, length - done, to.channel());
        if (moved <= 0) {
          throw new IOException(source + " became shorter while it was copied");
        }
        done += moved;
      }
      to.commit();
    }
  }
}
