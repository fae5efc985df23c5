package io.pcr.conformance.together;

import io.pcr.format.Fidelity;
import io.pcr.format.commit.DatasetBusyException;
import io.pcr.format.commit.DurableSteps;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.tools.ExitCode;
import io.pcr.tools.Pcr;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.shard.ShardLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All that is done to a dataset: by commands, and by calls of the library. */
enum Work {
  CONVERT("convert", Kind.MAKES),
  CONVERT_RESUMED("convert", Kind.PUBLISHES),
  APPEND("append", Kind.PUBLISHES),
  QUALITY("quality", Kind.PUBLISHES),
  INDEX_REBUILD("index", Kind.PUBLISHES),
  REPAIR_INTO("repair", Kind.MAKES),
  WRITER("library", Kind.MAKES),
  REPAIR_OF("repair", Kind.TAKES_OUT),
  RESTORE("restore", Kind.TAKES_OUT),
  EXTRACT("extract", Kind.TAKES_OUT),
  INDEX_CHECK("index", Kind.LOOKS),
  INSPECT("inspect", Kind.LOOKS),
  VERIFY("verify", Kind.LOOKS),
  OPEN("library", Kind.LOOKS),
  SAMPLE("library", Kind.LOOKS);

  /** What it does to the dataset. */
  private enum Kind {
    MAKES,
    PUBLISHES,
    /** Writes files elsewhere. */
    TAKES_OUT,
    LOOKS
  }

  private final String command;
  private final Kind kind;

  Work(String command, Kind kind) {
    this.command = command;
    this.kind = kind;
  }

  /** What came of it: an exit status, what was said, and what was read. */
  record Ending(int status, String said, Map<String, byte[]> read) {
    static final Map<String, byte[]> NOTHING = Map.of();

    /** What another process took out is not at hand. */
    Ending withoutReading() {
      return new Ending(status, said, null);
    }

    boolean isDone() {
      return status == ExitCode.OK;
    }

    /** It did nothing, as it may not now, and says so. */
    boolean isRefused() {
      return status == ExitCode.USAGE;
    }
  }

  boolean publishes() {
    return kind == Kind.MAKES || kind == Kind.PUBLISHES;
  }

  /** Whether its ending has the files that it read. */
  boolean readsFiles() {
    return this == REPAIR_OF
        || this == RESTORE
        || this == EXTRACT
        || this == OPEN
        || this == SAMPLE;
  }

  /** Whether it makes the dataset. */
  boolean makes() {
    return kind == Kind.MAKES;
  }

  /** Whether it comes to durable steps, so that it can be stopped in the middle. */
  boolean hasSteps() {
    return kind != Kind.LOOKS;
  }

  /** What a dataset has when this has been done. */
  Map<String, byte[]> gives(boolean first) {
    if (this == APPEND) {
      return (first ? Images.FIRST : Images.SECOND).files();
    }
    return makes() || this == CONVERT_RESUMED ? Images.INITIAL.files() : Map.of();
  }

  /** Does it, telling of every durable step. */
  Ending run(Place place, boolean first, DurableSteps steps) {
    try {
      return switch (this) {
        case WRITER -> write(place, steps);
        case OPEN -> new Ending(ExitCode.OK, "", read(place.dataset()));
        case SAMPLE -> new Ending(ExitCode.OK, "", sample(place.dataset()));
        default -> {
          Ending ending = command(steps, arguments(place, first));
          yield new Ending(ending.status(), ending.said(), found(place, first, ending));
        }
      };
    } catch (NoSuchFileException e) {
      return new Ending(ExitCode.USAGE, e.toString(), Ending.NOTHING);
    } catch (IOException e) {
      return new Ending(ExitCode.IO, e.toString(), Ending.NOTHING);
    }
  }

  private String[] arguments(Place place, boolean first) {
    String dataset = place.dataset().toString();
    String output = place.output(first).toString();
    return switch (this) {
      case CONVERT, CONVERT_RESUMED -> convert(place.source(Images.INITIAL), place.dataset());
      case APPEND -> {
        Images images = first ? Images.FIRST : Images.SECOND;
        yield new String[] {command, dataset, place.source(images).toString(), "--threads=1"};
      }
      case QUALITY -> new String[] {command, dataset, "--images=1"};
      case INDEX_REBUILD -> new String[] {command, "rebuild", dataset};
      case INDEX_CHECK -> new String[] {command, "check", dataset};
      case REPAIR_INTO -> new String[] {command, place.whole().toString(), dataset};
      case RESTORE -> new String[] {command, dataset, output, "--threads=1"};
      case REPAIR_OF, EXTRACT -> new String[] {command, dataset, output};
      default -> new String[] {command, dataset};
    };
  }

  static String[] convert(Path source, Path dataset) {
    return new String[] {
      "convert", source.toString(), dataset.toString(), "--threads=1", "--shard-samples=2"
    };
  }

  static Ending command(DurableSteps steps, String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    int status = Pcr.commandLine(steps).setOut(out).setErr(out).execute(arguments);
    return new Ending(status, said.toString(), Ending.NOTHING);
  }

  /** What a command took out of the dataset. */
  private Map<String, byte[]> found(Place place, boolean first, Ending ending) throws IOException {
    Path output = place.output(first);
    if (!ending.isDone()) {
      return Ending.NOTHING;
    }
    return switch (this) {
      case REPAIR_OF -> read(output);
      case RESTORE, EXTRACT -> files(output);
      default -> Ending.NOTHING;
    };
  }

  private static Map<String, byte[]> files(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (var tree = Files.walk(folder)) {
      for (Path path : tree.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(path).toString(), Files.readAllBytes(path));
      }
    }
    return files;
  }

  private static Ending write(Place place, DurableSteps steps) throws IOException {
    PcrWriterOptions options =
        PcrWriterOptions.builder().threads(1).shards(new ShardLimits(1 << 20, 2)).build();
    try (PcrWriter writer = PcrWriter.create(place.dataset(), options, steps)) {
      for (Map.Entry<String, byte[]> file : Images.INITIAL.files().entrySet()) {
        writer.add(PcrSample.of(file.getKey(), file.getValue()));
      }
      writer.finish();
    } catch (DatasetBusyException | RunRejectedException e) {
      return new Ending(ExitCode.USAGE, e.toString(), Ending.NOTHING);
    }
    return new Ending(ExitCode.OK, "", Ending.NOTHING);
  }

  /** All files of a dataset, read shard by shard. */
  static Map<String, byte[]> read(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      for (Shard shard : dataset.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            put(files, sample);
          }
        }
      }
    }
    return files;
  }

  /** All files of a dataset, found by their keys: that makes an index where there is none. */
  private static Map<String, byte[]> sample(Path folder) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      for (String key : Images.generations().get(3).keySet()) {
        Optional<Sample> found = dataset.find(key, Fidelity.FULL);
        if (found.isPresent()) {
          put(files, found.get());
        }
      }
    }
    return files;
  }

  private static void put(Map<String, byte[]> files, Sample sample) throws IOException {
    ByteBuffer file = sample.file();
    byte[] bytes = new byte[file.remaining()];
    file.get(bytes);
    byte[] before = files.put(sample.key(), bytes);
    if (before != null) {
      throw new IOException(sample.key() + " stands twice: " + Arrays.equals(before, bytes));
    }
  }
}
