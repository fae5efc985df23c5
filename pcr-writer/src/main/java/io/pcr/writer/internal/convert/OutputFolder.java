package io.pcr.writer.internal.convert;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.format.internal.index.lmdb.IndexDirectory;
import io.pcr.format.internal.manifest.ManifestPublication;
import io.pcr.format.manifest.Manifest;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.internal.journal.RunFolder;
import io.pcr.writer.journal.RunRejectedException;
import io.pcr.writer.source.SourceOptions;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What has to hold of the folder that a dataset is written to, before anything is written. */
public final class OutputFolder {
  private OutputFolder() {}

  /** For a new dataset: a folder that is empty, is not there yet, or holds an unfinished run. */
  public static void prepareNew(Path out, SourceOptions source) throws IOException {
    requireApart(out, source);
    prepareNew(out);
  }

  /** As {@link #prepareNew(Path, SourceOptions)}, making nothing. */
  public static void requireNew(Path out, SourceOptions source) throws IOException {
    requireApart(out, source);
    if (Files.exists(out)) {
      requireFresh(out);
    }
  }

  /** For a new dataset from no place in particular. */
  public static void prepareNew(Path out) throws IOException {
    try {
      OwnFolder.makeAll(out, DurableSteps.NONE);
    } catch (FileAlreadyExistsException e) {
      boolean link = Files.isSymbolicLink(Path.of(e.getFile()));
      throw new RunRejectedException(
          e.getFile()
              + (link ? " is a link that does not lead to a folder" : " is a file, not a folder"));
    }
    requireFresh(out);
  }

  /**
   * What a dataset is made of, and what a run makes beside it, must not lead out of the folder:
   * said before hours of work and not after.
   */
  private static void requireOwnNames(Path out) throws IOException {
    OwnFile.requireReplaceable(out.resolve(Manifest.FILE_NAME));
    OwnFile.requireReplaceable(out.resolve(Conversion.REJECTS_NAME));
    RunFolder.requireFree(out);
    IndexDirectory.requireFree(out);
  }

  private static void requireFresh(Path out) throws IOException {
    if (!Files.isDirectory(out)) {
      throw new RunRejectedException(out + " is a file, not a folder");
    }
    requireOwnNames(out);
    if (RunFolder.isUnfinished(out)) {
      return;
    }
    if (ManifestPublication.isDataset(out)) {
      throw new RunRejectedException(
          out + " already holds a dataset; add images to it with append, or choose another folder");
    }
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(out)) {
      for (Path entry : entries) {
        if (!RunFolder.isOwn(entry) && !AtomicFile.isTemporary(entry)) {
          throw new RunRejectedException(
              out + " is not empty, it holds " + entry.getFileName() + "; choose another folder");
        }
      }
    }
  }

  /** For adding: a folder with a dataset. */
  public static void requireDataset(Path out, SourceOptions source) throws IOException {
    requireApart(out, source);
    if (Files.isDirectory(out)) {
      requireOwnNames(out);
    }
    if (!ManifestPublication.isDataset(out)) {
      throw new RunRejectedException(
          out
              + (RunFolder.isUnfinished(out)
                  ? " holds an unfinished run; finish it with its own command first"
                  : " holds no dataset: there is no " + Manifest.FILE_NAME + " in it"));
    }
  }

  private static void requireApart(Path out, SourceOptions options) throws IOException {
    if (options.isStream()) {
      return;
    }
    Path source = options.root();
    Path realSource = source.toRealPath();
    Path realOut = realPath(out);
    if (realOut.startsWith(realSource)) {
      throw new RunRejectedException(
          out + " is inside the source " + source + "; a conversion would read what it writes");
    }
    if (realSource.startsWith(realOut)) {
      throw new RunRejectedException(
          "the source " + source + " is inside " + out + "; choose another folder");
    }
  }

  /** The real path of what may not be there yet. */
  private static Path realPath(Path path) throws IOException {
    Path absolute = path.toAbsolutePath().normalize();
    Path existing = absolute;
    while (!Files.exists(existing)) {
      existing = existing.getParent();
    }
    return existing.toRealPath().resolve(existing.relativize(absolute));
  }
}
