package io.pcr.conformance.probe;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.ScanEnds;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Looks at the images of a shard: decodes its progressive JPEGs, compares their sizes with the
 * metadata and their slices with their scans, and rebuilds all originals.
 */
final class DecodeDump {
  private static final byte[] EOI = {(byte) 0xFF, (byte) 0xD9};

  private final ByteSource source;
  private final ShardFile shard;
  private final ShardMetadata metadata;

  private DecodeDump(ByteSource source) throws IOException {
    this.source = source;
    shard = ShardFile.open(source, Limits.DEFAULT);
    metadata = shard.metadata();
  }

  static Map<String, Object> of(Path file) throws IOException {
    try (ByteSource source = FileByteSource.open(file)) {
      return new DecodeDump(source).dump();
    }
  }

  private Map<String, Object> dump() throws IOException {
    int images = 0;
    try (JpegDecoder decoder = JpegDecoder.ofScans(Limits.DEFAULT)) {
      for (int sample = 0; sample < metadata.sampleCount(); sample++) {
        if (metadata.encoding(sample) != Encoding.OPAQUE) {
          images++;
          if (!isProgressive(sample)) {
            LiquidImages.require(metadata, sample, joined(file(sample)));
          } else if (!isIntact(sample, decoder)) {
            return Map.of(Probe.ERROR, ErrorCode.IMAGE_CORRUPT.name());
          }
        }
      }
    }
    Optional<Region> restore = shard.regions().restore();
    if (restore.isPresent()) {
      rebuild(restore.get());
    }
    return Map.of("decode", images);
  }

  private boolean isProgressive(int sample) {
    return metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG;
  }

  private List<ByteBuffer> slices(int sample) throws IOException {
    List<ByteBuffer> slices = new ArrayList<>();
    for (int group = 1; group <= (isProgressive(sample) ? metadata.groupCount() : 1); group++) {
      ByteBuffer slice = ByteBuffer.allocate(metadata.sliceLength(group, sample));
      source.readFully(shard.layout().slicePosition(group, sample), slice);
      slices.add(slice.flip());
    }
    return slices;
  }

  private List<ByteBuffer> file(int sample) throws IOException {
    List<ByteBuffer> pieces = slices(sample);
    if (isProgressive(sample)) {
      pieces.add(ByteBuffer.wrap(EOI));
    }
    return pieces;
  }

  private static ByteBuffer joined(List<ByteBuffer> pieces) {
    ByteBuffer all = ByteBuffer.allocate(pieces.stream().mapToInt(ByteBuffer::remaining).sum());
    pieces.forEach(piece -> all.put(piece.duplicate()));
    return all.flip();
  }

  private boolean isIntact(int sample, JpegDecoder decoder) throws IOException {
    List<Integer> cuts = new ArrayList<>();
    int end = 0;
    for (ByteBuffer slice : slices(sample)) {
      end += slice.remaining();
      cuts.add(end);
    }
    ByteBuffer jpeg = joined(file(sample));
    JpegInfo info = decoder.inspect(List.of(jpeg), "vector");
    int pixels = info.width() * info.height() * 3;
    decoder.decode(jpeg, DecodeOptions.rgb(), ByteBuffer.allocateDirect(pixels), "vector");
    if (info.width() != metadata.width(sample) || info.height() != metadata.height(sample)) {
      return false;
    }
    List<Integer> ends;
    try {
      ends = ScanEnds.of(jpeg, metadata.colorClass(sample), "vector");
    } catch (PcrException.LimitExceeded e) {
      throw e;
    } catch (PcrException e) {
      return false;
    }
    return ends.containsAll(cuts) && end == ends.get(ends.size() - 1);
  }

  private void rebuild(Region region) throws IOException {
    int samples = metadata.sampleCount();
    RestoreRegion restore = RestoreRegion.open(source, region, samples, Limits.DEFAULT);
    try (OriginalRestorer restorer = new OriginalRestorer(Limits.DEFAULT)) {
      for (int sample = 0; sample < samples; sample++) {
        if (restore.directory().kind(sample) != RestoreKind.NONE) {
          OriginalFacts facts =
              new OriginalFacts(
                  metadata.sourceLength(sample), restore.directory().sourceSha256(sample));
          restorer.restore(
              restore.record(sample),
              file(sample),
              facts,
              restore.origin(sample),
              metadata.key(sample));
        }
      }
    }
  }
}
