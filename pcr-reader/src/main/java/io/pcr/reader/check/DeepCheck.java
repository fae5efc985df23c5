package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.jpeg.ScanEnds;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.internal.stored.SampleFileReader;
import io.pcr.reader.internal.stored.SampleSlices;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks into the samples: progressive JPEGs have the size that the metadata says, decode without a
 * warning, and have the scans of a whole progression, cut where scans end; samples of a Liquid
 * shard are files of their format and that size, and decode. Originals that were kept come back as
 * they were. For one thread.
 */
final class DeepCheck {
  private final String name;
  private final ByteSource source;
  private final ShardFile shard;
  private final ShardMetadata metadata;
  private final Limits limits;
  private final List<Damage> damages = new ArrayList<>();
  private final SampleFileReader files;

  DeepCheck(String name, ByteSource source, ShardFile shard, Limits limits) {
    this.name = name;
    this.source = source;
    this.shard = shard;
    this.metadata = shard.metadata();
    this.limits = limits;
    this.files = new SampleFileReader(shard, source, limits);
  }

  /**
   * Checks the samples that are whole.
   *
   * @param damaged samples to pass over; those beyond its length are whole
   * @param originals how their originals come back; empty where none was kept, or none can be had
   */
  List<Damage> check(boolean[] damaged, Optional<OriginalCheck> originals) throws IOException {
    long available = source.length();
    try (ImageCheck images = new ImageCheck(metadata, limits)) {
      for (int sample = 0; sample < metadata.sampleCount(); sample++) {
        boolean passed = sample < damaged.length && damaged[sample];
        if (!passed && SampleSlices.all(shard, sample).endWithin(available)) {
          check(sample, images, originals);
        }
      }
    }
    return damages;
  }

  private void check(int sample, ImageCheck images, Optional<OriginalCheck> originals)
      throws IOException {
    if (metadata.encoding(sample) == Encoding.OPAQUE && originals.isEmpty()) {
      return;
    }
    ByteBuffer assembled;
    try {
      assembled = files.read(sample);
    } catch (PcrException e) {
      damages.add(damage(sample, e, "with these limits the sample cannot be read completely"));
      return;
    }
    try {
      checkImage(sample, assembled.duplicate(), images);
    } catch (PcrException e) {
      damages.add(damage(sample, e, "its checksums are right, its content is not"));
    }
    if (originals.isPresent()) {
      try {
        originals.get().check(sample, assembled);
      } catch (PcrException e) {
        damages.add(damage(sample, e, "the sample can be read, its original cannot be restored"));
      }
    }
  }

  private Damage damage(int sample, PcrException e, String readable) {
    return Damage.ofSample(name, sample, metadata.key(sample), Damage.NONE, e, readable);
  }

  private void checkImage(int sample, ByteBuffer assembled, ImageCheck images) throws PcrException {
    Encoding encoding = metadata.encoding(sample);
    if (encoding.isLiquid()) {
      images.checkWhole(sample, assembled, origin(sample));
    } else if (encoding == Encoding.PROGRESSIVE_JPEG) {
      images.checkJpeg(sample, assembled, origin(sample));
      checkCuts(sample, assembled);
    }
  }

  private void checkCuts(int sample, ByteBuffer jpeg) throws PcrException {
    List<Integer> ends = ScanEnds.of(jpeg, metadata.colorClass(sample), metadata.key(sample));
    int end = 0;
    for (int group = 1; group <= metadata.groupCount(); group++) {
      int length = metadata.sliceLength(group, sample);
      end += length;
      boolean last = group == metadata.groupCount();
      if (last ? end != ends.get(ends.size() - 1) : !ends.contains(end)) {
        long position = shard.layout().slicePosition(group, sample);
        throw new PcrException.Corrupt(
            ErrorCode.IMAGE_CORRUPT,
            new Origin(source.toString(), position)
                .field("ShardMetadata.slice_lengths[group " + group + "]"),
            end,
            last ? "the end of the last scan" : "the end of a scan");
      }
    }
  }

  private Origin origin(int sample) {
    return new Origin(source.toString(), shard.layout().slicePosition(1, sample));
  }
}
