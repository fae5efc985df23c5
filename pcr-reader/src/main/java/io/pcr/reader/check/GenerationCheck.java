package io.pcr.reader.check;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.GenerationNames;
import io.pcr.format.internal.manifest.ManifestHeadLayout;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.find.Generations;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Checks all generations that there are, whether one between others is missing, and {@code
 * manifest.pcrm} against the generation that it is a copy of. Generations without bytes are fine:
 * they were emptied (R-COMMIT-12), or their writer died (section 14.3). Where files cannot be
 * listed, only the newest generation and the one of the copy are checked. For one use by one
 * thread.
 */
final class GenerationCheck {
  /** One byte more than a manifest can have. */
  private static final long MOST = ManifestHeadLayout.LENGTH + (64L << 20) + 1;

  private static final String COPIED = "no sample is lost; " + Manifest.FILE_NAME + " is its copy";
  private static final String OLDER = "no sample is lost; the newer generations list all shards";

  private final DatasetFolder folder;
  private final boolean isLocal;
  private final Manifest used;
  private final Limits limits;
  private final Consumer<Damage> found;
  private final Consumer<Unchecked> left;
  private long bytes;
  private boolean isIntact = true;

  /**
   * @param used the newest generation that is intact
   */
  GenerationCheck(
      DatasetFiles files,
      Manifest used,
      Limits limits,
      Consumer<Damage> found,
      Consumer<Unchecked> left) {
    this.folder = files.location().folder();
    this.isLocal = files.folder().isPresent();
    this.used = used;
    this.limits = limits;
    this.found = found;
    this.left = left;
  }

  /** Returns whether everything that it could look at is intact. */
  boolean check() throws IOException {
    Optional<ByteBuffer> copy = Optional.empty();
    try {
      copy = read(Manifest.FILE_NAME);
    } catch (IOException e) {
      if (!ShardFinder.isMissing(e)) {
        throw e;
      }
      if (used.generation() > 1) {
        report(missing(Manifest.FILE_NAME, "no sample is lost; the generations are there"));
      }
    }
    // Listed after the copy was read: what that holds was there before it.
    NavigableSet<Long> generations = generations();
    long copied = copy.isPresent() ? checkCopy(copy.get()) : 0;
    for (long generation : generations) {
      check(generation, generation == copied ? copy : Optional.empty());
    }
    checkGaps(generations, copied);
    return isIntact;
  }

  /** How many bytes were read. */
  long bytes() {
    return bytes;
  }

  private NavigableSet<Long> generations() throws IOException {
    return folder.can(Capability.LIST)
        ? Generations.listed(folder)
        : new TreeSet<>(Set.of(used.generation()));
  }

  /** The generation that the copy holds, or 0 when it is damaged. */
  private long checkCopy(ByteBuffer copy) {
    try {
      return decode(Manifest.FILE_NAME, copy).generation();
    } catch (PcrException e) {
      report(
          Damage.ofFile(
              Manifest.FILE_NAME,
              e,
              "no sample is lost; "
                  + GenerationNames.of(used.generation())
                  + " is intact, and whoever adds to the dataset copies it"));
      return 0;
    }
  }

  private void check(long generation, Optional<ByteBuffer> copy) throws IOException {
    String name = GenerationNames.of(generation);
    Optional<ByteBuffer> file;
    try {
      file = read(name);
    } catch (IOException e) {
      if (ShardFinder.isMissing(e)) {
        return; // The copy alone was copied, or that is seen by the gap.
      }
      if (!isLocal) {
        throw e;
      }
      isIntact = false;
      left.accept(Unchecked.refused(name, e));
      return;
    }
    if (file.orElseThrow().hasRemaining()) {
      check(generation, name, file.get(), copy);
    }
  }

  private void check(long generation, String name, ByteBuffer file, Optional<ByteBuffer> copy) {
    try {
      Manifest manifest = decode(name, file);
      if (manifest.generation() != generation) {
        throw notAs("ManifestHead.generation", name, manifest.generation(), generation);
      }
      if (!manifest.datasetUuid().equals(used.datasetUuid())) {
        throw notAs("Manifest.dataset_uuid", name, manifest.datasetUuid(), used.datasetUuid());
      }
      int other = copy.map(file::mismatch).orElse(-1);
      if (other >= 0) {
        throw new PcrException.Corrupt(
            ErrorCode.NOT_AS_LISTED,
            new FieldLocation("Manifest", other, name),
            "other bytes than in " + Manifest.FILE_NAME,
            "the same");
      }
    } catch (PcrException e) {
      report(Damage.ofFile(name, e, readable(generation, copy)));
    }
  }

  private String readable(long generation, Optional<ByteBuffer> copy) {
    if (copy.isPresent()) {
      return COPIED;
    }
    return generation < used.generation()
        ? OLDER
        : "it is newer than "
            + GenerationNames.of(used.generation())
            + ", the newest one that is intact; 'pcr repair' uses that, and saves the shards that"
            + " only this one lists as far as they tell";
  }

  private static PcrException notAs(String field, String name, Object found, Object wanted) {
    int offset = field.endsWith("generation") ? ManifestHeadLayout.GENERATION_OFFSET : 0;
    return new PcrException.Corrupt(
        ErrorCode.NOT_AS_LISTED, new FieldLocation(field, offset, name), found, wanted);
  }

  /** One that is missing between others hides those behind it from who looks by number. */
  private void checkGaps(NavigableSet<Long> generations, long copied) {
    if (generations.isEmpty() || !folder.can(Capability.LIST)) {
      return; // The copy alone was copied.
    }
    long last = generations.first();
    for (long generation : generations) {
      if (generation > last + 1) {
        gap(last + 1, generation - 1);
      }
      last = generation;
    }
    if (copied > last) {
      gap(last + 1, copied);
    }
  }

  private void gap(long first, long last) {
    String readable =
        last >= used.generation()
            ? "no sample is lost; " + Manifest.FILE_NAME + " is newer"
            : "no sample is lost to those who list the folder; who cannot may take an older"
                + " generation for the newest";
    Damage damage = missing(GenerationNames.of(first), readable);
    report(
        first == last
            ? damage
            : damage.withProblem(
                "this file and all up to " + GenerationNames.of(last) + " are missing"));
  }

  private static Damage missing(String name, String readable) {
    return Damage.missing(name, "Manifest", readable);
  }

  private Manifest decode(String name, ByteBuffer file) throws PcrException {
    return Manifest.decode(file, name, limits);
  }

  /** All bytes of a file, which are few. */
  private Optional<ByteBuffer> read(String name) throws IOException {
    try (ByteSource source = folder.open(name)) {
      long most = Math.min(source.length(), MOST);
      ByteBuffer file = ByteBuffer.allocate((int) most);
      source.readFully(0, file);
      bytes += most;
      return Optional.of(file.flip());
    }
  }

  private void report(Damage damage) {
    isIntact = false;
    found.accept(damage);
  }
}
