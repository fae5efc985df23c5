package io.pcr.conformance.tfrecord;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.tfrecord.Example;
import io.pcr.writer.tfrecord.TfRecordWriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    Path unpacked = folder.resolve("unpacked.tfrecord");
    Process zstd =
        new ProcessBuilder("zstd", "-q", "-d", packed.toString(), "-o", unpacked.toString())
            .inheritIO()
            .start();
    assertEquals(0, zstd.waitFor());
    assertArrayEquals(Files.readAllBytes(plain), Files.readAllBytes(unpacked));
  }
}
