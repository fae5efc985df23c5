package io.pcr.writer.internal.shard;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.journal.ShardProof;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes shards into a folder, each whole or not at all. Immutable; for one thread at a time. */
public final class ShardWriter {
  private static final Pattern NAME = Pattern.compile("part-(\\d{5,9})\\.[a-z.]+");

  private final Path folder;
  private final ShardFormat format;
  private final DurableSteps steps;

  public ShardWriter(Path folder, ShardFormat format, DurableSteps steps) {
    this.folder = folder;
    this.format = format;
    this.steps = steps;
  }

  /** The number in the name of a shard, or empty for other names. */
  public static OptionalInt number(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }

  /**
   * Writes the shard with this number, reads it back, and makes it durable.
   *
   * @throws RunRejectedException when another file has its name, which keeps it
   */
  public void write(int number, List<EncodedSample> samples, ShardListener listener)
      throws IOException {
    String name = String.format(Locale.ROOT, "part-%05d%s", number, format.suffix());
    Path target = folder.resolve(name);
    try (AtomicFile file = AtomicFile.create(target, steps)) {
      StagedChannel channel = new StagedChannel(file.channel());
      ShardEntry entry = format.write(name, samples, channel);
      channel.flush();
      format.check(entry, file.written(), samples);
      ShardProof proof = ShardProof.of(file.written());
      file.commitNew(() -> listener.written(entry, proof));
      listener.named(entry);
    } catch (FileAlreadyExistsException e) {
      throw new RunRejectedException(
          target
              + " appeared while the run was writing the shard with this name; move it away first");
    } catch (IOException e) {
      throw new IOException(target + ": " + e.getMessage(), e);
    }
  }
}
