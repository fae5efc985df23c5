package io.pcr.reader.internal.find;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardList;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.NotADatasetException;
import io.pcr.reader.internal.location.ShardNames;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import io.pcr.reader.location.DatasetLocation;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.function.Consumer;

/**
 * Reads the manifest of a dataset that somebody names: which one of its generations, is a method's
 * name. Thread-safe; holds nothing open.
 */
public final class ManifestLookup {
  private final DatasetFolder folder;
  private final Generations generations;
  private final Limits limits;

  /**
   * A look-up in a folder.
   *
   * @throws IllegalArgumentException when the location is a single shard
   */
  public ManifestLookup(DatasetLocation location, Limits limits) {
    if (location.shard().isPresent()) {
      throw new IllegalArgumentException(location + " is a single shard, without generations");
    }
    this.folder = location.folder();
    this.generations = new Generations(folder, limits);
    this.limits = limits;
  }

  /** What {@code manifest.pcrm} holds, as {@link Generations#read}. */
  public ShardList copied(Consumer<String> notices) throws IOException {
    return list(() -> generations.read(notices));
  }

  /** The newest generation, as {@link Generations#newest}. */
  public ShardList newest(Consumer<String> notices) throws IOException {
    return list(() -> generations.newest(notices));
  }

  /** The newest generation that is intact, as {@link Generations#newestIntact}. */
  public ShardList newestIntact(Consumer<String> notices) throws IOException {
    return list(() -> generations.newestIntact(notices).manifest());
  }

  /** One generation, whatever became of it since. */
  public ShardList generation(long generation) throws IOException {
    try (ByteSource source = folder.open(GenerationNames.of(generation))) {
      Manifest manifest = Manifest.read(source, limits);
      requireGeneration(manifest, generation, source);
      return new ShardList(manifest, folder::open, limits);
    }
  }

  static void requireGeneration(Manifest manifest, long named, ByteSource source)
      throws PcrException.Corrupt {
    if (manifest.generation() != named) {
      throw new PcrException.Corrupt(
          ErrorCode.NOT_AS_LISTED,
          new FieldLocation(
              "ManifestHead.generation", ManifestHeadLayout.GENERATION_OFFSET, source.toString()),
          manifest.generation(),
          named);
    }
  }

  private interface Reading {
    Manifest read() throws IOException;
  }

  private ShardList list(Reading reading) throws IOException {
    try {
      return new ShardList(reading.read(), folder::open, limits);
    } catch (NoSuchFileException e) {
      throw folder.can(Capability.LIST) ? withoutManifest() : e;
    }
  }

  private NoSuchFileException withoutManifest() throws IOException {
    int shards = (int) folder.list().stream().filter(ShardNames::isShard).count();
    String reason =
        shards == 0
            ? "not a dataset, it has no " + Manifest.FILE_NAME
            : "it has "
                + shards
                + (shards == 1 ? " shard" : " shards")
                + " and no "
                + Manifest.FILE_NAME;
    return new NotADatasetException(folder.toString(), reason, shards);
  }

  /**
   * Whether a failure to read a part of a manifest is that part's alone, so that others can be
   * read. A disk that cannot be read at one place can be read at others; a server fails at all.
   */
  public static boolean isOfOnePart(IOException e, boolean isLocal) {
    boolean isOfDisk =
        isLocal
            && !(e instanceof FileSystemException
                || e instanceof ClosedChannelException
                || e instanceof InterruptedIOException);
    return e instanceof PcrException.Corrupt
        || e instanceof PcrException.NotPcr
        || ShardFinder.isMissing(e)
        || (isOfDisk && !(e instanceof PcrException));
  }
}
