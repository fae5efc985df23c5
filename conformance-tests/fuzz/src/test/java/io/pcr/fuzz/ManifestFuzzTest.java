package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Manifests as they are, and with their checksum mended. */
class ManifestFuzzTest {
  static Stream<Arguments> seeds() {
    return Seeds.vectors(".pcrm");
  }

  @MethodSource("seeds")
  @FuzzTest
  void manifest(byte[] file) {
    FuzzRead.refuses(() -> Manifest.decode(ByteBuffer.wrap(file), "fuzzed", Limits.DEFAULT));
    ByteBuffer mended = ByteBuffer.wrap(Mending.manifest(file));
    FuzzRead.refuses(
        () -> {
          Manifest manifest = Manifest.decode(mended, "mended", Limits.DEFAULT);
          assertEquals(
              manifest, Manifest.decode(manifest.encode(), "encoded again", Limits.DEFAULT));
        });
  }
}
