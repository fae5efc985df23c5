package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.programme.Programme;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.tfrecord.internal.example.Example;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdToolTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"zstd:1", "zstd:3", "zstd:19"})
  void theZstdToolMakesAPlainFileOfOurs(String options) throws Exception {
    List<Example> examples = TfRecordFiles.examples(Images.jpegs(), "JPEG");
    Path plain = folder.resolve("plain.tfrecord");
    Path packed = folder.resolve("packed.tfrecord.zst");
    TfRecordFiles.write(plain, TfRecordWriteOptions.DEFAULT, examples);
    TfRecordFiles.write(packed, TfRecordWriteOptions.parse(options), examples);

    assertArrayEquals(Files.readAllBytes(plain), unpacked(packed));
    Programme.PEERS.passed("zstd -d: TFRecord files", 1);
  }

  @Test
  void theZstdToolMakesAPlainShardOfAConversionsOwn() throws Exception {
    Map<String, byte[]> shards = new HashMap<>();
    for (String compression : List.of("none", "zstd:3")) {
      Path out = folder.resolve(compression.replace(':', '-'));
      PcrWriterOptions options =
          PcrWriterOptions.builder().variant(new TfRecordVariant(compression)).build();
      try (PcrWriter writer = PcrWriter.create(out, options)) {
        for (Map.Entry<String, byte[]> image : Images.jpegs().entrySet()) {
          writer.add(PcrSample.of(image.getKey(), image.getValue()).withLabel(1));
        }
        writer.finish();
      }
      boolean plain = compression.equals("none");
      Path shard = out.resolve(plain ? "part-00000.tfrecord" : "part-00000.tfrecord.zst");
      shards.put(compression, plain ? Files.readAllBytes(shard) : unpacked(shard));
    }
    assertArrayEquals(shards.get("none"), shards.get("zstd:3"));
    Programme.PEERS.passed("zstd -d: TFRecord files", 1);
  }

  private byte[] unpacked(Path file) throws Exception {
    Path unpacked = folder.resolve("unpacked");
    Process zstd =
        new ProcessBuilder("zstd", "-q", "-d", file.toString(), "-o", unpacked.toString())
            .inheritIO()
            .start();
    assertEquals(0, zstd.waitFor());
    return Files.readAllBytes(unpacked);
  }
}
