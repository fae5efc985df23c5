package io.pcr.advisor.internal.quality;

import io.pcr.advisor.internal.strategy.FileEpoch;
import io.pcr.advisor.internal.strategy.StoredFiles;
import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.copies.CopyEncoder;
import io.pcr.reader.internal.copies.CopyFormat;
import io.pcr.reader.internal.source.Link;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How many images of a choice are read and decoded in a second, from three storages: memory (the
 * page cache), the disk (past it), and a link as slow as a hard disk. For one thread.
 */
public final class ChoiceRates {
  /**
   * Images in a second.
   *
   * @param memory from the page cache
   * @param disk past it
   * @param link from the slow link
   */
  public record Rates(Choice choice, double memory, double disk, double link) {}

  private final QualityStudy study;
  private final int count;
  private final double linkBytesPerSecond;

  /**
   * Rates of the choices of a study.
   *
   * @param count images in an epoch, some of them again if the study has fewer
   * @param linkBytesPerSecond of the slow link, whose first byte takes 10 ms
   */
  public ChoiceRates(QualityStudy study, int count, double linkBytesPerSecond) {
    this.study = study;
    this.count = count;
    this.linkBytesPerSecond = linkBytesPerSecond;
  }

  /** The rates of a choice. */
  public Rates measure(Choice choice) throws IOException {
    Path folder = study.work().resolve("rates");
    try {
      write(choice, folder);
      Fidelity fidelity =
          choice.family() == Choice.Family.PCR
              ? QualityStudy.fidelity(choice.level())
              : Fidelity.FULL;
      rate(folder, fidelity, false, Optional.empty()); // Fills the page cache.
      return new Rates(
          choice,
          rate(folder, fidelity, false, Optional.empty()),
          rate(folder, fidelity, true, Optional.empty()),
          rate(
              folder,
              fidelity,
              false,
              Optional.of(new Link(linkBytesPerSecond, Duration.ofMillis(10)))));
    } finally {
      if (Files.exists(folder)) {
        OwnFolder.deleteTree(folder);
      }
    }
  }

  private double rate(Path folder, Fidelity fidelity, boolean isDirect, Optional<Link> link)
      throws IOException {
    return FileEpoch.rate(
        folder, fidelity, new StoredFiles(isDirect, link), Parallel.processors(), study.stop());
  }

  private void write(Choice choice, Path folder) throws IOException {
    Optional<CopyFormat> format = choice.family().copies();
    List<Path> images = study.images();
    if (choice.family() == Choice.Family.PCR) {
      study.writeProgressive(folder, count);
    } else if (format.isEmpty()) {
      study.writeRecords(
          folder, count, number -> Files.readAllBytes(images.get(number % images.size())));
    } else {
      AtomicReferenceArray<byte[]> files = copies(format.get(), choice.level());
      study.writeRecords(folder, count, number -> files.get(number % images.size()));
    }
  }

  private AtomicReferenceArray<byte[]> copies(CopyFormat format, int quality) throws IOException {
    List<Path> images = study.images();
    AtomicReferenceArray<byte[]> files = new AtomicReferenceArray<>(images.size());
    try (PcrDataset dataset = PcrDataset.open(study.work().resolve("groups"))) {
      Parallel.forEach(
          images.size(),
          Parallel.processors(),
          () -> new CopyWorker(study, dataset, format, quality, files));
    }
    return files;
  }

  private static final class CopyWorker implements Parallel.Worker {
    private final QualityStudy study;
    private final PcrDataset dataset;
    private final CopyFormat format;
    private final int quality;
    private final AtomicReferenceArray<byte[]> files;
    private final CopyEncoder encoder = new CopyEncoder(Limits.DEFAULT);

    CopyWorker(
        QualityStudy study,
        PcrDataset dataset,
        CopyFormat format,
        int quality,
        AtomicReferenceArray<byte[]> files) {
      this.study = study;
      this.dataset = dataset;
      this.format = format;
      this.quality = quality;
      this.files = files;
    }

    @Override
    public void on(int number) throws IOException {
      study.stop().check();
      encoder.image(dataset.sample(number, Fidelity.FULL));
      byte[] source = Files.readAllBytes(study.images().get(number));
      files.set(number, VariantFiles.file(source, encoder, format, quality));
    }

    @Override
    public void close() {
      encoder.close();
    }
  }
}
