package io.pcr.advisor.internal.quality;

import io.pcr.advisor.internal.strategy.CpuTime;
import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.advisor.internal.strategy.StudyShards;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures copies of images in some qualities, beside the groups of one progressive copy. For one
 * thread.
 */
public final class QualityStudy {
  private static final TfRecordVariant RECORDS = new TfRecordVariant("none");

  private final List<Path> images;
  private final List<Integer> qualities;
  private final Path work;
  private final StopSignal stop;
  private final Map<Choice, ChoiceTotals> totals = new LinkedHashMap<>();

  /**
   * A study.
   *
   * @param images JPEGs; others are encoded once, at quality 95, for the groups
   * @param qualities from 1 to 100
   * @param work a folder that is empty, and stays the caller's to remove
   */
  public QualityStudy(List<Path> images, List<Integer> qualities, Path work, StopSignal stop) {
    this.images = List.copyOf(images);
    this.qualities = List.copyOf(qualities);
    this.work = work;
    this.stop = stop;
  }

  /** The images of the study. */
  List<Path> images() {
    return images;
  }

  StopSignal stop() {
    return stop;
  }

  Path work() {
    return work;
  }

  /** Measures all choices: the originals, copies from the best to the worst, groups. */
  public List<MeasuredChoice> measure() throws IOException {
    Path progressive = work.resolve("groups");
    long cpuBefore = CpuTime.ofProcess();
    writeProgressive(progressive, images.size());
    double encodeMillis = (CpuTime.ofProcess() - cpuBefore) / 1e6 / images.size();
    try (PcrDataset dataset = PcrDataset.open(progressive)) {
      prepareTotals(dataset.groupCount());
      Parallel.forEach(
          images.size(), Parallel.processors(), () -> new ChoiceWorker(this, dataset, totals));
    }
    List<MeasuredChoice> measured = new ArrayList<>();
    totals.forEach((choice, sum) -> measured.add(sum.mean(choice, images.size(), encodeMillis)));
    return measured;
  }

  private void prepareTotals(int groups) {
    totals.put(Choice.ORIGINAL, new ChoiceTotals());
    for (Choice.Family family : List.of(Choice.Family.JPEG, Choice.Family.WEBP)) {
      qualities.forEach(quality -> totals.put(new Choice(family, quality), new ChoiceTotals()));
    }
    for (int group = 1; group <= groups; group++) {
      totals.put(new Choice(Choice.Family.PCR, group), new ChoiceTotals());
    }
  }

  /** The images as progressive shards, some of them again if there are fewer. */
  void writeProgressive(Path folder, int count) throws IOException {
    write(
        folder,
        PcrWriterOptions.builder()
            .encode(
                EncodeSettings.builder()
                    .restore(RestorePolicy.NONE)
                    .nonJpeg(NonJpegPolicy.ENCODE)
                    .build()),
        count,
        number -> Files.readAllBytes(images.get(number % images.size())));
  }

  /** Gives the file of an image. */
  interface ImageFiles {
    byte[] file(int number) throws IOException;
  }

  /** Writes files as they are, as TFRecords without compression. */
  void writeRecords(Path folder, int count, ImageFiles files) throws IOException {
    write(folder, PcrWriterOptions.builder().variant(RECORDS), count, files);
  }

  private void write(Path folder, PcrWriterOptions.Builder options, int count, ImageFiles files)
      throws IOException {
    try (PcrWriter writer =
        PcrWriter.create(folder, options.shards(StudyShards.of(count)).build())) {
      for (int i = 0; i < count; i++) {
        stop.check();
        writer.add(PcrSample.of(String.format("%08d", i), files.file(i)));
      }
      writer.finish();
    }
  }

  static Fidelity fidelity(int group) {
    return Fidelity.atMost(group);
  }
}
