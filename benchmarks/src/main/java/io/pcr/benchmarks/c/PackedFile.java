package io.pcr.benchmarks.c;

import io.pcr.reader.Sample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Images one after the other, each after its length, u32 little-endian: what the C loop reads. */
public final class PackedFile {
  private PackedFile() {}

  /** Writes the images of samples, anew. */
  public static void write(Iterable<Sample> samples, Path file) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer length = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      for (Sample sample : samples) {
        out.write(length.clear().putInt(sample.length()).flip());
        sample.writeTo(out);
      }
    }
  }
}
