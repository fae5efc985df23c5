package io.pcr.writer.internal.encode;

import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.Limits;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.metadata.Encoding;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SourceSample;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Samples that are encoded without a conversion, and what readers get of them. */
final class EncodedSamples {
  private static final ByteBuffer EOI = ByteBuffer.wrap(new byte[] {(byte) 0xff, (byte) 0xd9});

  private EncodedSamples() {}

  /** A file with something in front of it. */
  static byte[] behind(byte[] leading, byte[] file) {
    return ByteBuffer.allocate(leading.length + file.length).put(leading).put(file).array();
  }

  /** Encodes a file whose name says nothing. */
  static EncodedSample encode(EncodeSettings settings, byte[] file) throws InputRejectedException {
    return encode(settings, "k", file);
  }

  static EncodedSample encode(EncodeSettings settings, String key, byte[] file)
      throws InputRejectedException {
    try (ProgressiveEncoder encoder = new ProgressiveEncoder(settings)) {
      return encoder.encode(
          new SourceSample(key, OptionalLong.empty(), ByteBuffer.wrap(file), List.of()), 0);
    }
  }

  /** The original, from what is stored. */
  static byte[] restored(EncodedSample sample) throws Exception {
    try (OriginalRestorer restorer = new OriginalRestorer(Limits.DEFAULT)) {
      Optional<ByteBuffer> original =
          restorer.restore(
              sample.restore(),
              List.of(ByteBuffer.wrap(file(sample))),
              new OriginalFacts(sample.entry().source().length(), sample.sourceSha256()),
              new Origin("memory", 0),
              "k");
      ByteBuffer bytes = original.orElseThrow();
      byte[] copy = new byte[bytes.remaining()];
      bytes.get(copy);
      return copy;
    }
  }

  /** What readers of all groups are given. */
  static byte[] file(EncodedSample sample) {
    boolean progressive = sample.entry().image().encoding() == Encoding.PROGRESSIVE_JPEG;
    ByteBuffer body = sample.body().duplicate();
    ByteBuffer file =
        ByteBuffer.allocate(body.remaining() + (progressive ? EOI.remaining() : 0)).put(body);
    if (progressive) {
      file.put(EOI.duplicate());
    }
    return file.array();
  }
}
