package io.pcr.writer.internal.shard;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.internal.journal.ShardProof;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes shards into a folder, each whole or not at all. For one thread at a time. */
public final class ShardWriter {
  private static final Pattern NAME = Pattern.compile("part-(\\d{5,9})\\.[a-z.]+");

  private final Path folder;
  private final ShardFormat format;
  private final Set<Integer> taken;
  private final DurableSteps steps;
  private int next;

  /** A writer into a folder in which no shard has a name yet. */
  public ShardWriter(Path folder, ShardFormat format, DurableSteps steps) {
    this(folder, format, Set.of(), steps);
  }

  /**
   * A writer into a folder with shards.
   *
   * @param taken numbers that files have which this writer did not write
   */
  public ShardWriter(Path folder, ShardFormat format, Set<Integer> taken, DurableSteps steps) {
    this.folder = folder;
    this.format = format;
    this.taken = Set.copyOf(taken);
    this.steps = steps;
  }

  /** Where the shards are written. */
  public Path folder() {
    return folder;
  }

  /** The number in the name of a shard, or empty for other names. */
  public static OptionalInt number(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /**
   * Writes a shard, reads it back, and makes it durable. A file that has its name, or takes it
   * meanwhile, keeps it: it may be the shard of another writer (R-COMMIT-7).
   *
   * @param number of its name; where that is taken, the next one is used
   */
  public void write(int number, ShardSamples samples, ShardListener listener) throws IOException {
    next = Math.max(next, number);
    boolean written = false;
    while (!written) {
      while (taken.contains(next)) {
        next++;
      }
      written = tryWrite(next++, samples, listener);
    }
  }

  private boolean tryWrite(int number, ShardSamples samples, ShardListener listener)
      throws IOException {
    String name = String.format(Locale.ROOT, "part-%05d%s", number, format.suffix());
    Path target = folder.resolve(name);
    try (AtomicFile file = AtomicFile.create(target, steps)) {
      StagedChannel channel = new StagedChannel(file.channel());
      ShardEntry entry = format.write(name, samples, channel);
      channel.flush();
      format.check(entry, file.written(), samples);
      ShardProof proof = ShardProof.of(file.written());
      if (!named(file, () -> listener.written(entry, proof))) {
        listener.nameTaken(entry);
        return false;
      }
      listener.named(entry);
      return true;
    } catch (RunRejectedException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(target + ": " + e.getMessage(), e);
    }
  }

  private static boolean named(AtomicFile file, AtomicFile.LastLook look) throws IOException {
    try {
      file.commitNew(look);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }
}
