package io.pcr.writer.convert;

import io.pcr.codecs.internal.jpeg.SlopeSearch;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.media.MediaType;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Finds the slopes of a run before its first image is written: those of the dataset that is added
 * to, else from inputs spread evenly over the source. What is found is kept in the run's folder, so
 * that a run that is resumed goes on with the same.
 */
final class SlopeSample {
  /** Within .001 of what all images would give, see SlopeSearch. */
  static final int IMAGES = 500;

  /** Inputs that are no JPEG, or cannot be read, give nothing; a source may be full of them. */
  private static final int MOST_READ = 8 * IMAGES;

  /** More than the slopes of 63 groups take. */
  private static final long MOST_TEXT = 1024;

  private SlopeSample() {}

  /**
   * The options with slopes, where they need some.
   *
   * @param base the creation options of the dataset that is added to; empty for a new one
   */
  static ConversionOptions resolve(
      ConversionOptions options,
      RunFolder run,
      Map<String, String> base,
      SampleSource source,
      DurableSteps steps)
      throws IOException {
    EncodeSettings encode = options.encode();
    if (!(encode.scans() instanceof TargetedScans scans)
        || !scans.lacksSlopes()
        || options.variant().variant() != ShardVariant.PCR) {
      return options;
    }
    Path kept = run.slopes();
    Optional<TargetedScans> found = kept(kept).flatMap(scans::withRecordedSlopes);
    Optional<TargetedScans> known = scans.withRecordedSlopes(base).or(() -> found);
    TargetedScans resolved = known.isPresent() ? known.get() : search(scans, encode, source);
    if (found.isEmpty()) {
      String text =
          resolved.slopes().stream().map(String::valueOf).collect(Collectors.joining(","));
      AtomicFile.write(kept, steps, StandardCharsets.US_ASCII.encode(text));
    }
    return options.toBuilder().encode(encode.toBuilder().scans(resolved).build()).build();
  }

  /** What the run found before it was stopped, as a creation option; empty when nothing legible. */
  private static Optional<Map<String, String>> kept(Path file) throws IOException {
    if (!Files.exists(file) || Files.size(file) > MOST_TEXT) {
      return Optional.empty();
    }
    // All bytes are characters of it, the wrong ones no digits.
    return Optional.of(Map.of("slopes", Files.readString(file, StandardCharsets.ISO_8859_1)));
  }

  private static TargetedScans search(
      TargetedScans scans, EncodeSettings encode, SampleSource source) throws IOException {
    int found = 0;
    long reads = 0;
    PrimitiveIterator.OfLong places = places(source.count()).iterator();
    try (SlopeSearch search =
            new SlopeSearch(
                scans.preference(), scans.reconstruction(), scans.at(), encode.limits());
        SampleSource.Reader reader = source.reader()) {
      for (; places.hasNext() && found < IMAGES; reads++) {
        found += add(search, reader, places.nextLong()) ? 1 : 0;
      }
      if (found == 0) {
        throw new RunRejectedException(
            "--groups-by=slope needs JPEGs in the source, and none of "
                + reads
                + " inputs is a JPEG that decodes; use --groups-by=quality");
      }
      List<Integer> slopes = search.targets(scans.qualities()).aims();
      return scans.withSlopes(slopes);
    }
  }

  /**
   * The places of a source to read, each once: rounds of {@link #IMAGES} places or fewer, each
   * spread over the whole of it, so that whoever stops early has seen all of it.
   */
  static LongStream places(long count) {
    long reads = Math.min(count, MOST_READ);
    long rounds = (reads + IMAGES - 1) / IMAGES;
    return LongStream.range(0, rounds)
        .flatMap(round -> LongStream.iterate(round, slot -> slot < reads, slot -> slot + rounds))
        .map(slot -> Math.multiplyExact(slot, count) / reads);
  }

  private static boolean add(SlopeSearch search, SampleSource.Reader reader, long number)
      throws IOException {
    try {
      SourceSample sample = reader.read(number);
      if (MediaType.of(sample.key(), sample.bytes()).orElse(null) != MediaType.JPEG) {
        return false;
      }
      search.add(sample.bytes(), sample.key());
      return true;
    } catch (InputRejectedException | PcrException e) {
      // What is wrong with it is said when it is converted.
      return false;
    }
  }
}
