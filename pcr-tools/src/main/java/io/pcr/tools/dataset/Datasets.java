package io.pcr.tools.dataset;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.tools.terminal.Terminal;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Opens what an argument names for reading samples. */
public final class Datasets {
  private Datasets() {}

  /** What the argument names; see {@link DatasetFiles#of}. */
  public static DatasetFiles find(String argument) throws IOException {
    return DatasetFiles.of(argument, Limits.DEFAULT);
  }

  /** As {@link #find(String)}, telling which shards are found under other names. */
  public static DatasetFiles find(String argument, Consumer<String> notices) throws IOException {
    return DatasetFiles.of(argument, Limits.DEFAULT, notices);
  }

  /** Opens it; the caller closes it. Damage fails, and notices go to standard error. */
  public static PcrDataset open(String argument, Terminal terminal) throws IOException {
    return open(argument, Limits.DEFAULT, terminal);
  }

  /** As {@link #open(String, Terminal)}, with other limits. */
  public static PcrDataset open(String argument, Limits limits, Terminal terminal)
      throws IOException {
    return open(
        argument,
        ReaderOptions.DEFAULT.withLimits(limits).withNotices(new Notices(terminal.err()::println)));
  }

  /** As {@link #open(String, Limits, Terminal)}, with notices that go elsewhere. */
  public static PcrDataset open(String argument, Limits limits, Consumer<String> notices)
      throws IOException {
    return open(argument, ReaderOptions.DEFAULT.withLimits(limits).withNotices(notices));
  }

  /** Opens it; the caller closes it. */
  public static PcrDataset open(String argument, OnDamage onDamage, Consumer<String> notices)
      throws IOException {
    return open(argument, ReaderOptions.DEFAULT.withOnDamage(onDamage).withNotices(notices));
  }

  private static PcrDataset open(String argument, ReaderOptions options) throws IOException {
    if (argument.startsWith("http://") || argument.startsWith("https://")) {
      return PcrDataset.open(URI.create(argument), options);
    }
    Path path = Path.of(argument);
    boolean manifest = path.endsWith(Manifest.FILE_NAME);
    return PcrDataset.open(manifest ? path.toAbsolutePath().getParent() : path, options);
  }
}
