package io.pcr.conformance.vectors;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.ScanEnds;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the images of a shard: decodes its progressive JPEGs, then compares their sizes with the
 * metadata and their slices with their scans.
 */
final class DecodeCheck {
  private static final byte[] EOI = {(byte) 0xFF, (byte) 0xD9};

  private final MemoryByteSource source;
  private final ShardFile shard;
  private final ShardMetadata metadata;

  private DecodeCheck(byte[] file) throws IOException {
    source = new MemoryByteSource("vector", ByteBuffer.wrap(file));
    shard = ShardFile.open(source, Limits.DEFAULT);
    metadata = shard.metadata();
  }

  static Optional<ErrorCode> firstError(byte[] file) throws IOException {
    DecodeCheck check = new DecodeCheck(file);
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      for (int sample = 0; sample < check.metadata.sampleCount(); sample++) {
        if (check.isProgressive(sample) && !check.isWhole(sample, decoder)) {
          return Optional.of(ErrorCode.BAD_JPEG);
        }
      }
      return Optional.empty();
    } catch (PcrException e) {
      return Optional.of(e.code());
    }
  }

  private boolean isProgressive(int sample) {
    return metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG;
  }

  private boolean isWhole(int sample, JpegDecoder decoder) throws IOException {
    byte[] slices = {};
    int[] cuts = new int[metadata.groupCount()];
    for (int group = 1; group <= metadata.groupCount(); group++) {
      ByteBuffer slice = ByteBuffer.allocate(metadata.sliceLength(group, sample));
      source.readFully(shard.layout().slicePosition(group, sample), slice);
      slices = Frames.concat(slices, slice.array());
      cuts[group - 1] = slices.length;
    }
    ByteBuffer jpeg = ByteBuffer.wrap(Frames.concat(slices, EOI));
    JpegInfo info = decoder.inspect(List.of(jpeg), "vector");
    int pixels = info.width() * info.height() * 3;
    decoder.decode(jpeg, DecodeOptions.rgb(), ByteBuffer.allocateDirect(pixels), "vector");
    if (info.width() != metadata.width(sample) || info.height() != metadata.height(sample)) {
      return false;
    }
    List<Integer> ends = ScanEnds.of(jpeg, metadata.colorClass(sample), "vector");
    return Arrays.stream(cuts).allMatch(ends::contains)
        && cuts[cuts.length - 1] == ends.get(ends.size() - 1);
  }
}
