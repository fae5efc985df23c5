package io.pcr.tools.convert;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.tools.Pcr;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.internal.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code pcr append}. */
@Command(
    name = "append",
    description = {
      "Add images to a dataset, as new shards; no shard that is there changes. SRC is what 'pcr "
          + "convert' takes. A class that the dataset has keeps its label, new ones get numbers above "
          + "all that are there; labels that are numbers already stay the same numbers.",
      "Images that are there already are skipped, and listed as rejects where the one that is there "
          + "has other bytes or another label; when nothing is new, nothing is written. Options not given are those that the "
          + "dataset was made with, where it was made otherwise than by the defaults below. "
          + "Interrupted, the same command goes on where it stopped."
    },
    footer = {
      "",
      "Exit status: 0 all images are in; 1 some are not, a row of --labels names none, or a --column or "
          + "--feature was found of none: see rejects.jsonl; or an earlier run was resumed, and files "
          + "have come into SRC since it began. Files that are no images, by name and by first bytes, "
          + "are listed there too and change nothing, but for --on-error=fail.",
      "",
      "Examples:",
      "  pcr append dataset/ more-photos/",
      "  pcr append dataset/ more-photos/ --on-error=fail"
    })
public final class AppendCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "OUT", description = "Folder of the dataset.")
  private Path out;

  @Parameters(
      index = "1",
      paramLabel = "SRC",
      description = "Folder of images, or archives of them; only read.")
  private Path source;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Mixin private ConversionArguments arguments;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path file = out.resolve(Manifest.FILE_NAME);
    if (!Files.exists(file)) {
      throw new UsageException(
          out
              + (RunFolder.isUnfinished(out)
                  ? " holds an unfinished run; finish it with its own command first"
                  : " holds no dataset: there is no " + Manifest.FILE_NAME));
    }
    Manifest manifest;
    try (ByteSource bytes = FileByteSource.open(file)) {
      manifest = Manifest.read(bytes, Limits.DEFAULT);
    }
    ConversionOptions options =
        arguments.options(source, out, manifest.options(), manifest.targets());
    return new ConversionSession(Terminal.of(spec), "append", json)
        .run(options, (asked, listener) -> Conversion.append(asked, listener, Pcr.steps(spec)));
  }
}
