package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.manifest.Manifest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a manifest holds before compression, in a head that is well. */
class ManifestContentFuzzTest {
  private static final int HEAD_LENGTH = 40;
  private static final int PAYLOAD_LENGTH_OFFSET = 32;
  private static final byte[] MAGIC = {(byte) 0x8F, 'P', 'C', 'M', '\r', '\n', 0x1A, '\n', 2};

  /** The kinds of files with such a head. */
  static final byte ROOT = 1;

  static final byte PART = 2;

  static Stream<Arguments> seeds() {
    return Seeds.vectors(ManifestContentFuzzTest::content, ".pcrm");
  }

  static Optional<byte[]> content(byte[] manifest) {
    try {
      ByteBuffer frame = ByteBuffer.wrap(manifest, HEAD_LENGTH, manifest.length - HEAD_LENGTH);
      return Optional.of(
          ZstdFrame.decompress(
              frame.slice(), Limit.METADATA_BYTES, 1 << 20, "Manifest", new Origin("seed", 0)));
    } catch (PcrException | IndexOutOfBoundsException noManifest) {
      return Optional.empty();
    }
  }

  static ByteBuffer file(byte[] content, byte kind) {
    byte[] payload = ZstdFrame.compressTables(ByteBuffer.wrap(content));
    ByteBuffer file =
        ByteBuffer.allocate(HEAD_LENGTH + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    file.put(0, MAGIC).put(MAGIC.length, kind).put(HEAD_LENGTH, payload);
    file.putLong(PAYLOAD_LENGTH_OFFSET - Long.BYTES, 1);
    file.putInt(PAYLOAD_LENGTH_OFFSET, payload.length);
    return ByteBuffer.wrap(Mending.manifest(file.array()));
  }

  @MethodSource("seeds")
  @FuzzTest
  void manifestContent(byte[] content) {
    FuzzRead.refuses(
        () -> {
          Manifest manifest = Manifest.decode(file(content, ROOT), "fuzzed", Limits.DEFAULT);
          ByteBuffer encoded = manifest.encode();
          Manifest again = Manifest.decode(encoded, "encoded again", Limits.DEFAULT);
          assertEquals(manifest, again);
          assertEquals(encoded, again.encode());
        });
  }
}
