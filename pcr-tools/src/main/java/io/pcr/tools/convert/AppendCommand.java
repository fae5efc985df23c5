package io.pcr.tools.convert;

import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.tools.Pcr;
import io.pcr.tools.ReadsDataset;
import io.pcr.tools.UsageException;
import io.pcr.tools.terminal.Terminal;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.internal.journal.RunFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
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
      "Add images to a dataset as new shards; existing shards do not change. SRC is any"
          + " source that 'pcr convert' takes. Classes of the dataset keep their labels, and new"
          + " classes get numbers above all labels of the dataset. Labels that are numbers stay the"
          + " same numbers.",
      "Images that the dataset already has are skipped. If the dataset has the key with other"
          + " bytes or another label, the image is rejected and listed. If no image is new, nothing"
          + " is written. Options about images and shards that are not given are those that the"
          + " dataset was made with; --labels, --column and --feature must be given again. If the"
          + " command is interrupted, run it again: it continues where it stopped."
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
      "  pcr append dataset/ more-photos/",
      "  pcr append dataset/ more-photos/ --on-error=fail"
    })
public final class AppendCommand implements Callable<Integer>, ReadsDataset {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "OUT", description = "Folder of the dataset.")
  private Path out;

  @Parameters(
      index = "1",
      paramLabel = "SRC",
      description =
          "Folder of images, or archives of images; the command only reads it. - is standard"
              + " input.")
  private Path source;

  @Option(names = "--json", description = "Print JSON for programs.")
  private boolean json;

  @Mixin private ConversionArguments arguments;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!ManifestPublication.isDataset(out)) {
      throw new UsageException(
          out
              + (RunFolder.isUnfinished(out)
                  ? " holds an unfinished run; finish it with its own command first"
                  : " holds no dataset: there is no " + Manifest.FILE_NAME));
    }
    Manifest manifest =
        ManifestPublication.newest(out)
            .orElseThrow(() -> new NoSuchFileException(out.resolve(Manifest.FILE_NAME).toString()));
    ConversionOptions options =
        arguments.options(source, out, manifest.options(), manifest.targets());
    return new ConversionSession(Terminal.of(spec), "append", json)
        .run(options, (asked, listener) -> Conversion.append(asked, listener, Pcr.steps(spec)));
  }
}
