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
      "Make a dataset of images. SRC is a folder of them, where the first folder of a path is the "
          + "image's class; a tar or a folder of tars, named as WebDataset does (key.jpg, key.cls, "
          + "key.json); TFRecord files; or records of the reference implementation.",
      "Interrupted in whatever way, the same command goes on where it stopped."
    },
    footer = {
      "",
      "Exit status: 0 all images are in; 1 some are not, a row of --labels names none, or a --column or "
          + "--feature was found of none: see rejects.jsonl; or an earlier run was resumed, and files "
          + "have come into SRC since it began. Files that are no images, by name and by first bytes, "
          + "are listed there too and change nothing, but for --on-error=fail.",
      "",
      "Examples:",
      "  pcr convert photos/ dataset/",
      "  pcr convert coco/ dataset/ --labels labels.csv --column mask=masks/{stem}.png",
      "  pcr convert shards/ dataset/ --from=tar",
      "  pcr convert train-00000-of-01024 dataset/ --feature image=jpeg --feature label=class",
      "  pcr convert photos/ records/ --variant=tfrecord --compression=zstd:9",
      "  pcr convert photos/ liquid/ --variant=liquid --mix=jpeg:6,raw:4 --restore=none"
    })
public final class ConvertCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "SRC",
      description = "Folder of images, or archives of them; only read.")
  private Path source;

  @Parameters(index = "1", paramLabel = "OUT", description = "New or empty folder for the dataset.")
  private Path out;

  @Option(names = "--dry-run", description = "Say what would happen; write nothing.")
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
