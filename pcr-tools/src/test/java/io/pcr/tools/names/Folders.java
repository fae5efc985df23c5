package io.pcr.tools.names;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folders that commands are given, each made once and copied for every case.
 *
 * @param images a source with something in it that is no image
 * @param more another source
 * @param templates where they stand
 */
record Folders(Path images, Path more, Path templates) {
  /** A dataset of two shards, with its index and a list of rejects. */
  static final String WHOLE = "whole";

  /** The same without its index, which a reader then builds. */
  static final String WITHOUT_INDEX = "without-index";

  /** The same with a shard that is cut. */
  static final String DAMAGED = "damaged";

  /** A conversion that was stopped before its manifest got its name. */
  static final String STOPPED = "stopped";

  /** The whole dataset with an append that was stopped there. */
  static final String STOPPED_APPEND = "stopped-append";

  static final String EMPTY = "empty";

  /** A prefix cache that holds nothing. */
  static final String CACHE = "cache";

  static Folders make(Path work) throws IOException, InterruptedException {
    Path images = source(work.resolve("images"), 0);
    Path more = source(work.resolve("more"), 3);
    Folders folders = new Folders(images, more, Files.createDirectory(work.resolve("templates")));
    Path whole = folders.template(WHOLE);
    Conversion.convert(folders.convert(whole), ConversionListener.SILENT);
    Path withoutIndex = copy(whole, folders.template(WITHOUT_INDEX));
    Files.delete(withoutIndex.resolve("index.lmdb"));
    Files.delete(withoutIndex.resolve("index.lmdb.sum"));
    Path damaged = copy(whole, folders.template(DAMAGED));
    Path shard = damaged.resolve("part-00001.pcr");
    Files.write(shard, Arrays.copyOf(Files.readAllBytes(shard), 100));
    stop(() -> Conversion.convert(folders.convert(folders.template(STOPPED)), SILENT, BEFORE));
    Path appended = copy(whole, folders.template(STOPPED_APPEND));
    stop(() -> Conversion.append(folders.append(appended), SILENT, BEFORE));
    Files.createDirectory(folders.template(EMPTY));
    Path cache = Files.createDirectory(folders.template(CACHE));
    Files.createFile(cache.resolve("pcr-prefix-cache"));
    return folders;
  }

  private static final ConversionListener SILENT = ConversionListener.SILENT;

  private static final DurableSteps BEFORE =
      (step, file) -> {
        if (step == Step.LINK && GenerationNames.isManifest(file.getFileName().toString())) {
          throw new IOException("stopped");
        }
      };

  private interface Stopped {
    void run() throws IOException, InterruptedException;
  }

  private static void stop(Stopped run) throws InterruptedException {
    try {
      run.run();
    } catch (IOException e) {
      return;
    }
    throw new AssertionError("not stopped");
  }

  private static Path source(Path folder, int seed) throws IOException {
    for (int i = seed; i < seed + 3; i++) {
      Path place = Files.createDirectories(folder.resolve("c" + i % 2)).resolve(i + ".jpg");
      Files.write(place, JpegFixtures.baseline(i, 24, 16));
    }
    Files.writeString(folder.resolve("c0").resolve("no" + seed + ".jpg"), "no image");
    return folder;
  }

  Path template(String name) {
    return templates.resolve(name);
  }

  /** The options of a conversion, the same for the one that is stopped and the one that goes on. */
  ConversionOptions convert(Path out) {
    return options(images, out);
  }

  ConversionOptions append(Path out) {
    return options(more, out);
  }

  private static ConversionOptions options(Path source, Path out) {
    return ConversionOptions.builder(FolderSourceOptions.of(source), out)
        .threads(1)
        .shards(new ShardLimits(1 << 20, 2))
        .build();
  }

  /** Copies a template; it holds plain files and folders. */
  static Path copy(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(from)) {
      all = tree.sorted().toList();
    }
    for (Path each : all) {
      Files.copy(each, to.resolve(from.relativize(each).toString()));
    }
    return to;
  }
}
