package io.pcr.tools.tune;

import io.pcr.advisor.internal.quality.ChoiceRates;
import io.pcr.advisor.internal.quality.ChoiceRates.Rates;
import io.pcr.advisor.internal.quality.MeasuredChoice;
import io.pcr.advisor.internal.quality.QualityStudy;
import io.pcr.advisor.internal.strategy.SourceImages;
import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.loader.internal.MachineMemory;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.ByteSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code pcr tune --study quality}: which quality to keep, as the paper on (DL)² asks. */
final class QualityStudyArguments implements TuneStudy {
  private static final String WITH = "With --study quality: ";
  private static final int BEST = 100;
  private static final int MAX_IMAGES = 100_000;
  private static final double BYTES_IN_MB = 1e6;

  @Option(
      names = "--qualities",
      paramLabel = "Q",
      split = ",",
      defaultValue = "85,75,50,25,10",
      description =
          WITH
              + "qualities of the copies as JPEG and as WebP; an image whose quality is not above"
              + " is kept as it is. Default: ${DEFAULT-VALUE}.")
  private List<Integer> qualities;

  @Option(
      names = "--quality-images",
      paramLabel = "N",
      defaultValue = "100",
      description = WITH + "how many images are measured at most; default ${DEFAULT-VALUE}.")
  private int most;

  @Option(
      names = "--fit-memory",
      paramLabel = "SIZE",
      converter = ByteSize.class,
      description =
          WITH
              + "memory that the dataset has to fit into, such as 16GB; default: half of that of"
              + " the machine.")
  private Long memory;

  @Option(
      names = "--fit-images",
      paramLabel = "N",
      description = WITH + "images of the dataset; default: those of the folder.")
  private Long datasetImages;

  @Option(
      names = "--rate-images",
      paramLabel = "N",
      defaultValue = "0",
      description =
          WITH
              + "also reads and decodes so many images of each choice, from memory, from the disk"
              + " of --work, and from a link; default ${DEFAULT-VALUE}, not.")
  private int rateImages;

  @Option(
      names = "--rate-link",
      paramLabel = "MB/s",
      defaultValue = "20",
      description =
          WITH + "speed of that link, whose first byte takes 10 ms; default ${DEFAULT-VALUE}.")
  private double rateLink;

  @Override
  public String name() {
    return "quality";
  }

  @Override
  public int run(StudyRequest request) throws IOException {
    check();
    Path folder = Path.of(request.source());
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + ": not a folder of images");
    }
    SourceImages images = SourceImages.in(folder);
    List<Path> chosen = images.spread(Math.min(most, images.files().size()));
    long count = datasetImages == null ? images.files().size() : datasetImages;
    long room = memory == null ? MachineMemory.bytes() / 2 : memory;
    List<Rates> rates = new ArrayList<>();
    List<MeasuredChoice> measured = new ArrayList<>();
    Optional<String> ended = measure(chosen, request, measured, rates);
    new QualityStudyReport(measured, rates, room, count, rateLink).print(request);
    ended.ifPresent(
        reason -> request.say("not all rates were measured, because " + reason + ": see --budget"));
    return ExitCode.OK;
  }

  /** Measures; returns why not all was measured. */
  private Optional<String> measure(
      List<Path> chosen, StudyRequest request, List<MeasuredChoice> measured, List<Rates> rates)
      throws IOException {
    Files.createDirectories(request.work());
    Path work = Files.createTempDirectory(request.work(), "pcr-quality");
    try (StudyStop stop = new StudyStop(request.budget())) {
      try {
        QualityStudy study = new QualityStudy(chosen, qualities, work, stop.signal());
        measured.addAll(study.measure());
        if (rateImages > 0) {
          ChoiceRates speeds = new ChoiceRates(study, rateImages, rateLink * BYTES_IN_MB);
          for (MeasuredChoice choice : measured) {
            rates.add(speeds.measure(choice.choice()));
          }
        }
        return Optional.empty();
      } catch (StopSignal.StoppedException e) {
        if (measured.isEmpty()) {
          throw new IOException(
              "nothing was measured, because "
                  + e.getMessage()
                  + ": give more --budget or fewer --quality-images",
              e);
        }
        return Optional.of(e.getMessage());
      } finally {
        OwnFolder.deleteTree(work);
      }
    }
  }

  private void check() {
    for (int quality : qualities) {
      require(quality >= 1 && quality <= BEST, "--qualities " + quality + " is not in 1..100");
    }
    require(most >= 1 && most <= MAX_IMAGES, "--quality-images is in 1.." + MAX_IMAGES);
    require(rateImages >= 0, "--rate-images is not negative");
    require(rateLink > 0 && Double.isFinite(rateLink), "--rate-link is above 0");
    require(datasetImages == null || datasetImages > 0, "--fit-images is above 0");
    require(memory == null || memory > 0, "--fit-memory is above 0");
  }

  private static void require(boolean isRight, String message) {
    if (!isRight) {
      throw new UsageException(message);
    }
  }
}
