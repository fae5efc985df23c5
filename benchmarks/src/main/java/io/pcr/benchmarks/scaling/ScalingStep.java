package io.pcr.benchmarks.scaling;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.tools.Pcr;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import picocli.CommandLine;

/** One thing that is done with a dataset, in a process of its own. */
enum ScalingStep {
  /** Writes tiny samples that are at hand, so that what is not coding shows. */
  WRITE,
  /** Opens the dataset with its index. */
  OPEN,
  /** Opens it once more in the same process, where nothing has to be loaded or checked again. */
  REOPEN,
  /** Reads all keys, at the lowest fidelity. */
  LIST,
  /** Finds ten thousand samples by key, hot. */
  LOOKUP,
  /** Runs {@code pcr inspect}. */
  INSPECT,
  /** Runs {@code pcr verify}. */
  VERIFY,
  /** Runs {@code pcr load} for as many batches of every dataset, with 256 MB to read ahead into. */
  LOAD;

  private static final int LOOKUPS = 10_000;
  private static final int BATCHES = 1_000;
  private static final int BATCH = 256;
  private static final int REOPENED = 20;
  private static final int IMAGES = 50;
  private static final int CLASSES = 1000;
  private static final int SIDE = 16;
  private static final int QUALITY = 80;

  /** Prints the seconds that the step took and the kilobytes that were resident at most. */
  public static void main(String[] args) throws IOException {
    ScalingStep step = valueOf(args[0]);
    long samples = Long.parseLong(args[2]);
    Path dataset = Path.of(args[1]).resolve("dataset-" + samples);
    Files.createDirectories(dataset.getParent());
    double seconds = step.run(dataset, samples);
    String status = Files.readString(Path.of("/proc/self/status"));
    String peak = status.lines().filter(line -> line.startsWith("VmHWM")).findFirst().orElse("0");
    System.out.println(String.format(Locale.ROOT, "%.6f ", seconds) + peak.replaceAll("\\D+", ""));
  }

  /** How often the step does what is counted. */
  long repeats(long samples) {
    return switch (this) {
      case LOOKUP -> LOOKUPS;
      case LOAD -> (long) BATCHES * BATCH;
      default -> samples;
    };
  }

  private double run(Path dataset, long samples) throws IOException {
    return switch (this) {
      case WRITE -> write(dataset, samples);
      case OPEN -> open(dataset);
      case REOPEN -> reopen(dataset);
      case LIST -> list(dataset);
      case LOOKUP -> lookup(dataset, samples);
      case INSPECT -> command("inspect", dataset.toString());
      case VERIFY -> command("verify", dataset.toString());
      case LOAD -> load(dataset);
    };
  }

  private static double write(Path dataset, long samples) throws IOException {
    List<byte[]> images = images();
    long start = System.nanoTime();
    try (PcrWriter writer = PcrWriter.create(dataset, PcrWriterOptions.DEFAULT)) {
      for (long i = 0; i < samples; i++) {
        writer.add(PcrSample.of(key(i), images.get((int) (i % IMAGES))).withLabel(i % CLASSES));
      }
      writer.finish();
    }
    return since(start);
  }

  private static List<byte[]> images() throws IOException {
    List<byte[]> images = new ArrayList<>();
    ImageInfo size = new ImageInfo(SIDE, SIDE, PixelFormat.RGB.channels());
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
      for (int seed = 0; seed < IMAGES; seed++) {
        ByteBuffer pixels = SyntheticPhoto.render(seed, SIDE, SIDE, PixelFormat.RGB);
        ByteBuffer jpeg =
            encoder.encode(pixels, size, EncodeOptions.quality(QUALITY), "image " + seed);
        byte[] bytes = new byte[jpeg.remaining()];
        jpeg.get(bytes);
        images.add(bytes);
      }
    }
    return images;
  }

  private static String key(long number) {
    return String.format(Locale.ROOT, "n%08d/n%08d_%d.JPEG", number % CLASSES, number, number);
  }

  private static double open(Path dataset) throws IOException {
    long start = System.nanoTime();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      opened.prepareIndex();
      return since(start);
    }
  }

  private static double reopen(Path dataset) throws IOException {
    double least = open(dataset);
    for (int i = 0; i < REOPENED; i++) {
      least = Math.min(least, open(dataset));
    }
    return least;
  }

  private static double list(Path dataset) throws IOException {
    long start = System.nanoTime();
    long characters = 0;
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (Shard shard : opened.shards()) {
        try (ShardReader reader = shard.read(Fidelity.group(1))) {
          for (Sample sample : reader) {
            characters += sample.key().length();
          }
        }
      }
    }
    if (characters == 0) {
      throw new IOException(dataset + " has no keys");
    }
    return since(start);
  }

  private static double lookup(Path dataset, long samples) throws IOException {
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      lookups(opened, samples);
      long start = System.nanoTime();
      lookups(opened, samples);
      return since(start);
    }
  }

  private static void lookups(PcrDataset opened, long samples) throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < LOOKUPS; i++) {
      String key = key((long) (random.nextDouble() * samples));
      if (opened.numberOf(key).isEmpty()) {
        throw new IOException(key + " is not found");
      }
    }
  }

  private static double load(Path dataset) {
    return command(
        "load",
        dataset.toString(),
        "--memory=256MB",
        "--transform=random-crop:64",
        "--batch=" + BATCH,
        "--batches=" + BATCHES,
        "--epochs=" + BATCHES);
  }

  private static double command(String... arguments) {
    long start = System.nanoTime();
    CommandLine pcr = Pcr.commandLine();
    if (pcr.execute(arguments) != 0) {
      throw new IllegalStateException(String.join(" ", arguments));
    }
    pcr.getOut().flush();
    return since(start);
  }

  private static double since(long start) {
    return (System.nanoTime() - start) * 1e-9;
  }
}
