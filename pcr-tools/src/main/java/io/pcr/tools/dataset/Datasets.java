package io.pcr.tools.dataset;

import io.pcr.format.Limits;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.Manifest;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.location.DatasetLocation;
import io.pcr.tools.UsageException;
import io.pcr.writer.internal.journal.RunFolder;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** What an argument of a command names, with the words of the command line for what is wrong. */
public final class Datasets {
  private Datasets() {}

  /** Where an argument points. */
  public static DatasetLocation location(String argument) {
    try {
      return DatasetLocation.of(argument);
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  /** As {@link #find(String, Consumer)}, with notices for nobody. */
  public static DatasetFiles find(String argument) throws IOException {
    return find(argument, notice -> {});
  }

  /**
   * Reads the manifest of the dataset that an argument names.
   *
   * @param notices told which shards are found under other names
   * @throws UsageException when it names none, saying what it is
   */
  public static DatasetFiles find(String argument, Consumer<String> notices) throws IOException {
    DatasetLocation location = location(argument);
    try {
      return DatasetFiles.open(location, Limits.DEFAULT, notices);
    } catch (NotADatasetException e) {
      throw new UsageException(withoutManifest(location.folder().local().orElseThrow(), e));
    }
  }

  /**
   * Reads the manifest of one generation of the dataset that an argument names.
   *
   * @param newest the generation that the argument names by itself
   * @throws UsageException when the files of that generation have been removed
   */
  public static DatasetFiles find(
      String argument, long generation, DatasetFiles newest, Consumer<String> notices)
      throws IOException {
    if (newest.manifest().isEmpty() || newest.manifest().get().generation() == generation) {
      return newest;
    }
    try {
      return DatasetFiles.open(location(argument), generation, Limits.DEFAULT, notices);
    } catch (NoSuchFileException e) {
      throw new UsageException(argument + ": generation " + generation + " is not there any more");
    }
  }

  /**
   * Finds what a dataset has in its newest generation, for commands that must have everything.
   *
   * @param notices told which shards are found under other names, and when {@code manifest.pcrm} is
   *     behind, missing or damaged
   * @throws UsageException when the argument names no dataset, saying what it is
   */
  public static DatasetFiles findNewest(String argument, Consumer<String> notices)
      throws IOException {
    DatasetLocation location = location(argument);
    if (location.shard().isPresent()) {
      return find(argument, notices);
    }
    try {
      return DatasetFiles.newest(location, Limits.DEFAULT, notices);
    } catch (NotADatasetException e) {
      throw new UsageException(withoutManifest(location.folder().local().orElseThrow(), e));
    }
  }

  /**
   * As {@link #findNewest}, where a newest generation that is damaged leaves the one before it.
   *
   * @param notices told when {@code manifest.pcrm} is behind, missing or damaged
   */
  public static DatasetFiles findNewestIntact(String argument, Consumer<String> notices)
      throws IOException {
    DatasetLocation location = location(argument);
    try {
      return DatasetFiles.newestIntact(location, Limits.DEFAULT, notice -> {}, notices);
    } catch (NotADatasetException e) {
      throw new UsageException(withoutManifest(location.folder().local().orElseThrow(), e));
    }
  }

  /** What a folder without a manifest is, and what to do about it. */
  private static String withoutManifest(Path folder, NotADatasetException e) throws IOException {
    if (e.shards() == 0) {
      return folder + ": not a dataset, it has no " + Manifest.FILE_NAME;
    }
    String found = Units.count(e.shards(), "shard") + " and no " + Manifest.FILE_NAME;
    return RunFolder.isUnfinished(folder)
        ? folder
            + ": this dataset is not finished, it has "
            + found
            + "; run the same 'pcr convert' again to finish it, or name one shard"
        : folder
            + ": it has "
            + found
            + "; 'pcr repair' makes a dataset of them, or name one shard";
  }

  /** Opens its samples for reading, where damage fails; the caller closes it. */
  public static PcrDataset open(DatasetFiles files, Limits limits, Consumer<String> notices)
      throws IOException {
    return PcrDataset.open(files, ReaderOptions.builder().limits(limits).notices(notices).build());
  }

  /** Opens its samples for reading; the caller closes it. */
  public static PcrDataset open(DatasetFiles files, OnDamage onDamage, Consumer<String> notices)
      throws IOException {
    return PcrDataset.open(
        files, ReaderOptions.builder().onDamage(onDamage).notices(notices).build());
  }
}
