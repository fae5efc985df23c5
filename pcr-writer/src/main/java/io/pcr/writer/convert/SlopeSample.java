package io.pcr.writer.convert;

import io.pcr.codecs.jpeg.SlopeSearch;
import io.pcr.format.commit.AtomicFile;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.journal.RunFolder;
import io.pcr.writer.journal.RunRefusedException;
import io.pcr.writer.source.InputRejectedException;
import io.pcr.writer.source.SampleSource;
import io.pcr.writer.source.SourceSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
    Optional<TargetedScans> known =
        Files.exists(kept)
            ? scans.withRecordedSlopes(
                Map.of("slopes", Files.readString(kept, StandardCharsets.US_ASCII)))
            : scans.withRecordedSlopes(base);
    TargetedScans resolved = known.isPresent() ? known.get() : search(scans, encode, source);
    if (!Files.exists(kept)) {
      String text =
          resolved.slopes().stream().map(String::valueOf).collect(Collectors.joining(","));
      AtomicFile.write(kept, steps, StandardCharsets.US_ASCII.encode(text));
    }
    return options.withEncode(encode.withScans(resolved));
  }

  private static TargetedScans search(
      TargetedScans scans, EncodeSettings encode, SampleSource source) throws IOException {
    int found = 0;
    long count = source.count();
    long reads = Math.min(count, MOST_READ);
    try (SlopeSearch search =
            new SlopeSearch(
                scans.preference(), scans.reconstruction(), scans.at(), encode.limits());
        SampleSource.Reader reader = source.reader()) {
      // A stride that visits the whole source early: the first IMAGES of the reads are spread too.
      for (long i = 0; i < reads && found < IMAGES; i++) {
        found += add(search, reader, place(i, reads, count)) ? 1 : 0;
      }
      if (found == 0) {
        throw new RunRefusedException(
            "groups by slope are found from JPEGs of the source, and none of "
                + reads
                + " inputs is one that decodes; use --groups-by=quality");
      }
      List<Integer> slopes = search.targets(scans.qualities()).aims();
      return scans.withSlopes(slopes);
    }
  }

  /** The place of the i-th read: rounds of {@link #IMAGES} places, each spread over the source. */
  private static long place(long i, long reads, long count) {
    long rounds = (reads + IMAGES - 1) / IMAGES;
    long perRound = (reads + rounds - 1) / rounds;
    long slot = (i % perRound) * rounds + i / perRound;
    return (long) Math.floor((double) Math.min(slot, reads - 1) * count / reads);
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
