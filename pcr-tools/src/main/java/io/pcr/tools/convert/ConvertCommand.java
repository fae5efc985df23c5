package io.pcr.tools.convert;

import io.pcr.tools.Pcr;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr convert}. */
@Command(
    name = "convert",
    description = {
      "Convert images to a dataset. SRC is a folder of images, and the first folder in the"
          + " path of an image is its class; or a tar or a folder of tars with WebDataset's names"
          + " (key.jpg, key.cls, key.json); or TFRecord files; or records of the reference"
          + " implementation; or - for a tar from standard input, for which OUT needs room beside"
          + " the dataset while it is converted.",
      "If the command is interrupted, run it again: it continues where it stopped."
    },
    footer = {
      "",
      "Exit status: 0 all images are in the dataset; 1 some were left out, a row of --labels"
          + " has no image, or no image has a --column or --feature (rejects.jsonl lists them), or"
          + " an earlier run was resumed and SRC has files that are newer than that run."
          + " rejects.jsonl also lists files that are not images by name and by first bytes; they"
          + " change the exit status only with --on-error=fail.",
      "",
      "Examples:",
      "  pcr convert photos/ dataset/",
      "  pcr convert coco/ dataset/ --labels labels.csv --column mask=masks/{stem}.png",
      "  pcr convert shards/ dataset/ --from=tar",
      "  gunzip -c train.tar.gz | pcr convert - dataset/",
      "  pcr convert train-00000-of-01024 dataset/ --feature image=jpeg --feature label=class",
      "  pcr convert photos/ records/ --variant=tfrecord --compression=zstd:9",
      "  pcr convert photos/ liquid/ --variant=liquid --mix=jpeg:6,raw:4 --restore=none"
    })
public final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description =
          "Folder of images, or archives of images; the command only reads it. - is standard"
              + " input.")
  private Path source;

  @Parameters(index = "1", paramLabel = "OUT", description = "New or empty folder for the dataset.")
  private Path out;

  @Option(names = "--dry-run", description = "Report what would happen, and write nothing.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Mixin private ConversionArguments arguments;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ConversionOptions options = arguments.options(source, out, Map.of(), Optional.empty());
    ConversionSession session = new ConversionSession(Terminal.of(spec), "convert", json);
    return dryRun
        ? session.dryRun(options)
        : session.run(
            options, (asked, listener) -> Conversion.convert(asked, listener, Pcr.steps(spec)));
  }
}
