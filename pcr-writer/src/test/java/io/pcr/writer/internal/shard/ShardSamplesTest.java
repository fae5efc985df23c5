package io.pcr.writer.internal.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.journal.RunRejectedException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShardSamplesTest {
  @TempDir Path folder;

  @Test
  void bodiesBeyondTheMemoryComeBackFromAFileThatIsGoneAfterwards() throws Exception {
    int[] lengths = {7, 0, 40, 3, 60, 0, 5, 100, 0};
    try (ShardSamples samples = new ShardSamples(folder, 50, 1000)) {
      for (int i = 0; i < lengths.length; i++) {
        samples.add(sample(i, lengths[i]));
      }
      assertEquals(165, samples.bytesInFile());
      assertEquals(1, files());
      assertEquals(lengths.length, samples.count());
      long held = samples.list().stream().mapToLong(sample -> sample.body().remaining()).sum();
      assertEquals(50, held);
      for (int i = 0; i < lengths.length; i++) {
        assertEquals(body(i, lengths[i]), samples.body(i), "sample " + i);
        for (int from = 0; from <= lengths[i]; from++) {
          int length = (lengths[i] - from) / 2;
          assertEquals(
              body(i, lengths[i]).slice(from, length), samples.body(i, from, length), "part");
        }
      }
    }
    assertEquals(0, files());
  }

  @Test
  void shardThatReadersWouldRefuseToReadIsRefusedBeforeItIsWritten() throws Exception {
    try (ShardSamples samples = new ShardSamples(folder, 50, 100)) {
      samples.add(sample(0, 60));
      samples.add(sample(1, 40));
      samples.add(sample(2, 0));
      RunRejectedException e =
          assertThrows(RunRejectedException.class, () -> samples.add(sample(3, 1)));
      assertTrue(e.getMessage().contains("--shard-size"), e.getMessage());
    }
    assertEquals(0, files());
  }

  private long files() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  private static ByteBuffer body(int sample, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (sample * 31 + i);
    }
    return ByteBuffer.wrap(bytes);
  }

  private static EncodedSample sample(int number, int length) {
    return new EncodedSample(
        new SampleEntry(
            "s" + number,
            OptionalLong.empty(),
            new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0),
            new SourceFacts(SourceFlags.NONE, length),
            List.of()),
        body(number, length),
        List.of(),
        RestoreRecord.SAME,
        Optional.empty(),
        Set.of());
  }
}
