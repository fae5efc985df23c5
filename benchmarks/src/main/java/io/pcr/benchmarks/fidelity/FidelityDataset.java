package io.pcr.benchmarks.fidelity;

import io.pcr.codecs.internal.jpeg.SlopeSearch;
import io.pcr.codecs.jpeg.ScanTargets.Preference;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.GroupTargets.Way;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyMeasurement;
import io.pcr.reader.internal.quality.MeasuredImages;
import io.pcr.reader.quality.FidelityMeasurement;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Converts images to a dataset and measures it. */
final class FidelityDataset {
  private static final List<Integer> TARGETS = List.of(900_000, 950_000, 960_000, 980_000, 990_000);
  private static final int MOST_IMAGES = 1000;

  private final Path work;

  FidelityDataset(Path work) {
    this.work = work;
  }

  /** Targets that each image is to reach. */
  static TargetedScans byQuality(QualityMeasure measure) {
    return TargetedScans.of(new GroupTargets(measure, Way.QUALITY, TARGETS), Preference.BALANCED);
  }

  /** Targets that the mean is to reach, with slopes that are found from other images. */
  static TargetedScans bySlope(List<Path> known) throws IOException {
    TargetedScans scans =
        TargetedScans.of(
            new GroupTargets(QualityMeasure.MS_SSIM, Way.SLOPE, TARGETS), Preference.BALANCED);
    try (SlopeSearch search = new SlopeSearch(scans.preference(), Limits.DEFAULT)) {
      for (Path file : known) {
        search.add(ByteBuffer.wrap(Files.readAllBytes(file)), file.toString());
      }
      return scans.withSlopes(search.targets(scans.qualities()).aims());
    }
  }

  /**
   * Measures images with scans chosen for targets.
   *
   * @param more ways to look at them, beside that of the targets
   */
  MeasuredDataset measure(List<Path> images, TargetedScans scans, List<QualityMeasure> more)
      throws IOException, InterruptedException {
    Path out = convert(images, scans);
    List<QualityMeasure> measures = new ArrayList<>(List.of(scans.stated().measure()));
    measures.addAll(more);
    try (PcrDataset dataset = PcrDataset.open(out)) {
      List<QualityCurve> curves =
          FidelityMeasurement.of(dataset).images(MOST_IMAGES).measures(measures).measureEach();
      List<long[]> lengths = lengths(dataset, images);
      long original = lengths.stream().mapToLong(image -> image[0]).sum();
      return new MeasuredDataset(original, filesIn(out), lengths, curves);
    }
  }

  /** What separate copies of the same images cost, for the same means. */
  CopyComparison copies(List<Path> images, MeasuredDataset measured)
      throws IOException, InterruptedException {
    Path out = convert(images, byQuality(QualityMeasure.MS_SSIM));
    try (PcrDataset dataset = PcrDataset.open(out)) {
      return CopyMeasurement.of(dataset, new MeasuredImages().images(MOST_IMAGES))
          .measure(measured.curves().get(0).partialMeans());
    }
  }

  private Path convert(List<Path> images, TargetedScans scans)
      throws IOException, InterruptedException {
    Path source = work.resolve("images");
    Path out = work.resolve("dataset");
    delete(source);
    delete(out);
    Files.createDirectories(source);
    for (int i = 0; i < images.size(); i++) {
      Files.copy(images.get(i), source.resolve(i + ".jpg"));
    }
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(source), out)
            .encode(EncodeSettings.builder().scans(scans).restore(RestorePolicy.EXACT).build())
            .build();
    Conversion.convert(options, ConversionListener.SILENT);
    return out;
  }

  /** As {@link MeasuredDataset#images}. */
  private static List<long[]> lengths(PcrDataset dataset, List<Path> images) throws IOException {
    int groups = dataset.groupCount();
    Map<String, long[]> lengths = new TreeMap<>();
    for (int group = 1; group <= groups; group++) {
      for (Shard shard : dataset.shards()) {
        try (ShardReader samples = shard.read(Fidelity.atMost(group))) {
          for (Sample sample : samples) {
            long[] image = lengths.computeIfAbsent(sample.key(), key -> new long[groups + 1]);
            image[group] = sample.file().remaining();
          }
        }
      }
    }
    for (Map.Entry<String, long[]> image : lengths.entrySet()) {
      String number = image.getKey().substring(0, image.getKey().indexOf('.'));
      image.getValue()[0] = Files.size(images.get(Integer.parseInt(number)));
    }
    return List.copyOf(lengths.values());
  }

  /** Shards and manifest; the index can be made from them. */
  private static long filesIn(Path folder) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
