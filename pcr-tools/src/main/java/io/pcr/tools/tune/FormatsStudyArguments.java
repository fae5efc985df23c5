package io.pcr.tools.tune;

import io.pcr.advisor.internal.ratio.FormatPair;
import io.pcr.advisor.internal.ratio.PairFormat;
import io.pcr.advisor.internal.ratio.RatioSearch;
import io.pcr.advisor.internal.ratio.RatioSearch.Found;
import io.pcr.advisor.internal.ratio.RatioSearch.Ratio;
import io.pcr.advisor.internal.strategy.SourceImages;
import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.reader.internal.source.Link;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** {@code pcr tune --study formats}: the ratio of two formats, as the paper on Liquid finds it. */
final class FormatsStudyArguments implements TuneStudy {
  private static final String WITH = "With --study formats: ";
  private static final double BYTES_IN_MB = 1e6;
  private static final int MAX_IMAGES = 10_000_000;

  @Option(
      names = "--pair",
      paramLabel = "A,B",
      split = ",",
      defaultValue = "jpeg,raw",
      description =
          WITH
              + "the two formats, of jpeg, png, webp, bmp, raw and pcr:GROUP; default"
              + " ${DEFAULT-VALUE}.")
  private List<String> pair;

  @Option(
      names = "--pair-images",
      paramLabel = "N",
      defaultValue = "500",
      description =
          WITH
              + "how many images are measured, some of them again if there are fewer, rounded up"
              + " to a multiple of ten; default ${DEFAULT-VALUE}.")
  private int count;

  @Option(
      names = "--pair-link",
      paramLabel = "MB/s",
      description =
          WITH
              + "measures as if the storage had this speed, and 10 ms to the first byte; default:"
              + " the disk of --work.")
  private Double link;

  @Option(
      names = "--every-ratio",
      description = WITH + "measures all eleven ratios, not only those that the search needs.")
  private boolean isEvery;

  @Option(
      names = "--write",
      paramLabel = "OUT",
      description =
          WITH
              + "makes the dataset of all images in the ratio that was found; default: none is"
              + " made.")
  private Path out;

  @Override
  public String name() {
    return "formats";
  }

  @Override
  public int run(StudyRequest request) throws IOException, InterruptedException {
    FormatPair.Options options = options();
    Path folder = Path.of(request.source());
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + ": not a folder of images");
    }
    int rounded = (count + RatioSearch.TENTHS - 1) / RatioSearch.TENTHS * RatioSearch.TENTHS;
    List<Path> images = SourceImages.in(folder).spread(rounded);
    FormatsReport report = measure(images, options, request);
    report.print(request);
    if (out != null) {
      write(folder, report.mix());
      request.say("wrote " + out + " with --mix=" + report.mix());
    }
    return ExitCode.OK;
  }

  private FormatPair.Options options() {
    try {
      if (pair.size() != 2) {
        throw new IllegalArgumentException("--pair needs two formats, such as jpeg,raw");
      }
      if (count < 1 || count > MAX_IMAGES) {
        throw new IllegalArgumentException(
            "--pair-images " + count + " is not in 1.." + MAX_IMAGES);
      }
      if (link != null && !(link > 0 && Double.isFinite(link))) {
        throw new IllegalArgumentException("--pair-link " + link + " is not above 0");
      }
      PairFormat one = PairFormat.parse(pair.get(0));
      PairFormat other = PairFormat.parse(pair.get(1));
      if (out != null && !(one.isLiquid() && other.isLiquid())) {
        throw new IllegalArgumentException(
            "--write makes Liquid shards, which have whole images and no groups: it needs two of"
                + " jpeg, png, webp, bmp and raw");
      }
      return new FormatPair.Options(one, other, Parallel.processors(), 3);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private FormatsReport measure(List<Path> images, FormatPair.Options options, StudyRequest request)
      throws IOException {
    Files.createDirectories(request.work());
    Path work = Files.createTempDirectory(request.work(), "pcr-pair");
    Optional<Link> slow =
        Optional.ofNullable(link)
            .map(speed -> new Link(speed * BYTES_IN_MB, Duration.ofMillis(10)));
    try (StudyStop stop = new StudyStop(request.budget())) {
      try (FormatPair formats = FormatPair.write(images, options, work, slow, stop.signal())) {
        RatioSearch.Throughputs told = tenths -> told(formats.measure(tenths), request);
        Found found = isEvery ? RatioSearch.all(told) : RatioSearch.search(told);
        return new FormatsReport(formats.sizes(), found, formats.notice());
      } catch (StopSignal.StoppedException e) {
        throw new IOException(
            "the ratio was not found, because "
                + e.getMessage()
                + ": give more --budget or fewer --pair-images",
            e);
      } finally {
        OwnFolder.deleteTree(work);
      }
    }
  }

  private static Ratio told(Ratio ratio, StudyRequest request) {
    request.say(
        ratio.text()
            + " loads "
            + Math.round(ratio.loading())
            + " and decodes "
            + Math.round(ratio.decoding())
            + " images/s");
    return ratio;
  }

  private void write(Path folder, FormatMix mix) throws IOException, InterruptedException {
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(folder), out)
            .variant(new LiquidVariant(mix, 0))
            .build();
    Conversion.convert(options, ConversionListener.SILENT);
  }
}
