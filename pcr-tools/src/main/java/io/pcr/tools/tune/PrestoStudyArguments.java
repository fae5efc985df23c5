package io.pcr.tools.tune;

import io.pcr.advisor.internal.strategy.CacheMode;
import io.pcr.advisor.internal.strategy.Pipeline;
import io.pcr.advisor.internal.strategy.PrestoOptions;
import io.pcr.advisor.internal.strategy.PrestoStudy;
import io.pcr.advisor.internal.strategy.ScoreWeights;
import io.pcr.advisor.internal.strategy.ShufflePlace;
import io.pcr.advisor.internal.strategy.SourceImages;
import io.pcr.advisor.internal.strategy.SplitFormat;
import io.pcr.advisor.internal.strategy.StrategyRow;
import io.pcr.tools.ExitCode;
import io.pcr.tools.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** {@code pcr tune --study presto}: which steps to do once, and which in every epoch. */
final class PrestoStudyArguments implements TuneStudy {
  private static final String WITH = "With --study presto: ";
  private static final Duration WARM_UP = Duration.ofMillis(300);

  @Option(
      names = "--steps",
      paramLabel = "STEP,...",
      description =
          WITH
              + "the steps of an image, of read, decode, resize:SIDE, centre, crop:SIDE, flip,"
              + " greyscale, and names of classes that implement io.pcr.advisor.strategy.Step."
              + " Give the option several times to compare pipelines. Default:"
              + " read,decode,resize:256,centre,crop:224.")
  private List<String> steps = List.of();

  @Option(
      names = "--store",
      paramLabel = "FORMAT",
      split = ",",
      description =
          WITH
              + "as what the steps that are done once are stored, of pcr, jpeg[:QUALITY], webp,"
              + " png, raw, png16, float32, tfrecord[:COMPRESSION], such as tfrecord:zstd:3."
              + " Each split takes those that can hold it. Default: all, TFRecords without"
              + " compression.")
  private List<String> stores = List.of();

  @Option(
      names = "--samples",
      paramLabel = "N",
      split = ",",
      defaultValue = "300",
      description =
          WITH
              + "images in an epoch, some of them again if there are fewer; default"
              + " ${DEFAULT-VALUE}.")
  private List<Integer> samples;

  @Option(
      names = "--epoch-threads",
      paramLabel = "N",
      split = ",",
      defaultValue = "2",
      description = WITH + "threads of an epoch; default ${DEFAULT-VALUE}.")
  private List<Integer> threads;

  @Option(
      names = "--caches",
      paramLabel = "CACHE",
      split = ",",
      defaultValue = "none,page,app",
      description =
          WITH
              + "where an epoch reads: none (from the disk, past the page cache), page (through the"
              + " page cache, in the second epoch), app (from memory, where images are as the"
              + " split gives them); default ${DEFAULT-VALUE}.")
  private List<String> caches;

  @Option(
      names = "--shuffles",
      paramLabel = "N@STEP",
      split = ",",
      defaultValue = "none",
      description =
          WITH
              + "how many images wait to be shuffled, and before which step, such as 1000@decode"
              + " or 1000@end; default ${DEFAULT-VALUE}.")
  private List<String> shuffles;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description = WITH + "runs of each; default ${DEFAULT-VALUE}.")
  private int runs;

  @Option(
      names = "--weights",
      paramLabel = "P,S,T",
      defaultValue = "0,0,1",
      description =
          WITH
              + "how much the time of preparation, the bytes that are stored and the throughput"
              + " count; default ${DEFAULT-VALUE}.")
  private String weights;

  @Option(
      names = "--sweep",
      paramLabel = "MB",
      defaultValue = "0",
      description =
          WITH
              + "also reads made pictures of .01 to 20 MB, so many megabytes of each size; default"
              + " ${DEFAULT-VALUE}, not.")
  private int sweep;

  @Option(
      names = "--rows",
      paramLabel = "DIR",
      defaultValue = "pcr-presto",
      description =
          WITH
              + "folder that keeps rows.jsonl and rows.csv, a row for each run. The same command"
              + " goes on with the runs that are missing. Default: ${DEFAULT-VALUE}.")
  private Path rows;

  @Override
  public String name() {
    return "presto";
  }

  @Override
  public int run(StudyRequest request) throws IOException {
    PrestoOptions options = options();
    ScoreWeights weighed = parse("--weights", ScoreWeights::parse, weights);
    Path folder = Path.of(request.source());
    if (!Files.isDirectory(folder)) {
      throw new UsageException(folder + ": not a folder of images");
    }
    SourceImages images = SourceImages.in(folder);
    try (StudyStop stop = new StudyStop(request.budget())) {
      PrestoStudy study = new PrestoStudy(images, options, rows, request.work(), new Told(request));
      new PrestoReport(study.run(stop.signal()), weighed, rows).print(request);
    }
    return ExitCode.OK;
  }

  private PrestoOptions options() {
    try {
      return new PrestoOptions(
          steps.isEmpty()
              ? List.of(Pipeline.ofPaper())
              : parseAll("--steps", Pipeline::parse, steps),
          parseAll("--store", SplitFormat::parse, stores),
          samples,
          threads,
          parseAll("--caches", CacheMode::parse, caches),
          parseAll("--shuffles", ShufflePlace::parse, shuffles),
          runs,
          WARM_UP,
          Runtime.getRuntime().maxMemory() / 2,
          sweep * 1_000_000L);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static <T> List<T> parseAll(
      String option, Function<String, T> parser, List<String> texts) {
    return texts.stream().map(text -> parse(option, parser, text)).toList();
  }

  private static <T> T parse(String option, Function<String, T> parser, String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new UsageException(option + ": " + e.getMessage());
    }
  }

  /** Says on the terminal what happens. */
  private record Told(StudyRequest request) implements PrestoStudy.Listener {
    @Override
    public void measured(StrategyRow row, int left) {
      StrategyRow.Key key = row.key();
      request.say(
          key.last()
              + " as "
              + key.format()
              + ", "
              + key.cache()
              + ", "
              + key.threads()
              + " threads: "
              + Math.round(row.rate())
              + " images/s ("
              + left
              + " runs left)");
    }

    @Override
    public void notice(String text) {
      request.say(text);
    }
  }
}
