package io.pcr.advisor.internal.ratio;

import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.advisor.internal.strategy.StoredFiles;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.reader.internal.source.Link;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.shard.ShardLimits;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The same images in two formats, each as a dataset of ten shards. A ratio takes some shards of one
 * and the others of the other one, so that it has each image once. For one thread, which closes it.
 */
public final class FormatPair implements RatioSearch.Throughputs, Closeable {
  private static final long MAX_SHARD_BYTES = 1L << 30;

  /**
   * What is measured, and how.
   *
   * @param encoded one of the formats; whichever takes more bytes is the raw one
   * @param raw the other
   * @param threads that read, and that decode
   * @param runs of each, of which the median counts
   */
  public record Options(PairFormat encoded, PairFormat raw, int threads, int runs) {
    public Options {
      if (encoded.equals(raw)) {
        throw new IllegalArgumentException("a mix is of two formats, not of " + raw + " twice");
      }
      if (threads < 1 || runs < 1) {
        throw new IllegalArgumentException("threads " + threads + ", runs " + runs);
      }
    }
  }

  /**
   * What the images take in a format.
   *
   * @param otherwise how many of them the format cannot hold, so that they are stored as they came
   */
  public record Size(PairFormat format, long bytes, int images, int otherwise) {}

  private final Options options;
  private final StopSignal stop;
  private final StoredFiles files;
  private final List<Size> sizes = new ArrayList<>();
  private final List<HeldShards> held = new ArrayList<>();

  private FormatPair(Options options, Optional<Link> link, StopSignal stop) {
    this.options = options;
    this.stop = stop;
    this.files = new StoredFiles(true, link);
  }

  /**
   * Writes the images in both formats.
   *
   * @param images at least ten, and a multiple of it; the same image may be there several times
   * @param work a folder that is empty, and stays the caller's to remove
   * @param link behind which the storage is; empty for the storage itself
   */
  public static FormatPair write(
      List<Path> images, Options options, Path work, Optional<Link> link, StopSignal stop)
      throws IOException {
    if (images.isEmpty() || images.size() % RatioSearch.TENTHS != 0) {
      throw new IllegalArgumentException(images.size() + " images are no multiple of ten");
    }
    Path first = work.resolve("first");
    Path second = work.resolve("second");
    write(images, options.encoded(), options.threads(), first, stop);
    write(images, options.raw(), options.threads(), second, stop);
    Size one = size(first, options.encoded());
    Size other = size(second, options.raw());
    requireMemory(one.bytes() + other.bytes());
    boolean isSwapped = one.bytes() > other.bytes();
    FormatPair pair = new FormatPair(options, link, stop);
    boolean isOpen = false;
    try {
      pair.hold(isSwapped ? second : first, isSwapped ? other : one);
      pair.hold(isSwapped ? first : second, isSwapped ? one : other);
      pair.warmUp();
      isOpen = true;
      return pair;
    } finally {
      if (!isOpen) {
        pair.close();
      }
    }
  }

  private static void requireMemory(long bytes) throws IOException {
    long most = Runtime.getRuntime().maxMemory() / 2;
    if (bytes > most) {
      throw new IOException(
          "the images take " + bytes + " bytes of memory, more than " + most + ": use fewer");
    }
  }

  private static void write(
      List<Path> images, PairFormat format, int threads, Path folder, StopSignal stop)
      throws IOException {
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .variant(format.variant())
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .shards(new ShardLimits(MAX_SHARD_BYTES, images.size() / RatioSearch.TENTHS))
            .threads(threads)
            .build();
    try (PcrWriter writer = PcrWriter.create(folder, options)) {
      for (int i = 0; i < images.size(); i++) {
        stop.check();
        byte[] image = Files.readAllBytes(images.get(i));
        writer.add(PcrSample.of(String.format("%08d", i), image));
      }
      writer.finish();
    }
  }

  private static Size size(Path folder, PairFormat format) throws IOException {
    long bytes = 0;
    int images = 0;
    int otherwise = 0;
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      for (int i = 0; i < dataset.shards().size(); i++) {
        try (ShardReader reader = dataset.shard(i).read(format.fidelity())) {
          for (Sample sample : reader) {
            bytes += sample.length();
            images++;
            otherwise += sample.encoding() == format.encoding() ? 0 : 1;
          }
        }
      }
    }
    return new Size(format, bytes, images, otherwise);
  }

  private void hold(Path folder, Size size) throws IOException {
    sizes.add(size);
    held.add(HeldShards.open(folder, size.format(), files));
  }

  /** What the images take in both formats, the smaller first. */
  public List<Size> sizes() {
    return List.copyOf(sizes);
  }

  /** Why the page cache was not bypassed although it had to be; empty when it was. */
  public Optional<String> notice() {
    return files.notice();
  }

  @Override
  public RatioSearch.Ratio measure(int rawTenths) throws IOException {
    double[] loading = new double[options.runs()];
    double[] decoding = new double[options.runs()];
    for (int run = 0; run < options.runs(); run++) {
      loading[run] = rate(shard -> format(shard, rawTenths).load(shard));
      decoding[run] = rate(shard -> format(shard, rawTenths).decode(shard));
    }
    return new RatioSearch.Ratio(rawTenths, median(loading), median(decoding));
  }

  /** Decodes everything once, so that what is measured meets compiled code. */
  private void warmUp() throws IOException {
    for (HeldShards shards : held) {
      rate(shards::decode);
    }
  }

  private interface ShardWork {
    void on(int shard) throws IOException;
  }

  private double rate(ShardWork work) throws IOException {
    List<Integer> shards = IntStream.range(0, RatioSearch.TENTHS).boxed().toList();
    long begun = System.nanoTime();
    Parallel.forEach(
        shards,
        options.threads(),
        (position, shard) -> {
          stop.check();
          work.on(shard);
        });
    return sizes.get(0).images() * 1e9 / (System.nanoTime() - begun);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  /** Whether a shard of this number is taken from the raw dataset. */
  private static boolean isRaw(int shard, int rawTenths) {
    return shard >= RatioSearch.TENTHS - rawTenths;
  }

  private HeldShards format(int shard, int rawTenths) {
    return held.get(isRaw(shard, rawTenths) ? 1 : 0);
  }

  @Override
  public void close() throws IOException {
    for (HeldShards shards : held) {
      shards.close();
    }
  }
}
