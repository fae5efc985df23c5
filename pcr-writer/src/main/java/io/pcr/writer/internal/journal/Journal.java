package io.pcr.writer.internal.journal;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.internal.checksum.Crc32C;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The list of what a run has finished, one line each, each with its own checksum: first that the
 * source was listed, then the shards in order, each before its file gets its name, then the
 * generation that has them, before it is created. A line counts when it is whole; what a crash left
 * of the last one is cut off.
 *
 * <p>Not thread-safe. Whoever opens it closes it.
 */
public final class Journal implements Closeable {
  private static final String LISTED = "listed ";
  private static final String SHARD = "shard ";
  private static final String COMMIT = "commit ";
  private static final int CRC_DIGITS = 8;

  private final Path path;
  private final FileChannel file;
  private final DurableSteps steps;
  private final List<FinishedShard> shards = new ArrayList<>();

  /** Where the line of each shard ends. */
  private final List<Long> ends = new ArrayList<>();

  private Optional<Listed> listed = Optional.empty();
  private long listedEnd;
  private Optional<CommitAttempt> attempt = Optional.empty();

  private Journal(Path path, FileChannel file, DurableSteps steps) {
    this.path = path;
    this.file = file;
    this.steps = steps;
  }

  /** Opens or begins the journal at {@code path}. */
  public static Journal open(Path path, DurableSteps steps) throws IOException {
    boolean fresh = !OwnFile.exists(path);
    FileChannel file = OwnFile.open(path);
    try {
      Journal journal = new Journal(path, file, steps);
      journal.load();
      if (fresh) {
        AtomicFile.forceDirectory(path.toAbsolutePath().getParent(), steps);
      }
      return journal;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  /**
   * The last generation that a run was about to create, in a journal that another process may be
   * writing; the file stays as it is.
   */
  static Optional<CommitAttempt> attempt(Path path) throws IOException {
    String text = new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
    Optional<CommitAttempt> attempt = Optional.empty();
    for (String stored : text.split("\n", -1)) {
      Optional<String> line = proved(stored);
      if (line.isEmpty()) {
        break;
      }
      if (line.get().startsWith(COMMIT)) {
        attempt = Optional.of(CommitAttempt.parse(line.get().substring(COMMIT.length())));
      }
    }
    return attempt;
  }

  private void load() throws IOException {
    ByteBuffer content = ByteBuffer.allocate(Math.toIntExact(file.size()));
    while (content.hasRemaining() && file.read(content) >= 0) {
      // Reads on until the file has been read.
    }
    String text = new String(content.array(), 0, content.position(), StandardCharsets.UTF_8);
    int start = 0;
    long end = 0;
    for (int stop = text.indexOf('\n'); stop >= 0; stop = text.indexOf('\n', start)) {
      Optional<String> line = proved(text.substring(start, stop));
      if (line.isEmpty()) {
        break;
      }
      end += text.substring(start, stop + 1).getBytes(StandardCharsets.UTF_8).length;
      take(line.get(), end);
      start = stop + 1;
    }
    file.truncate(end);
    file.position(end);
  }

  private static Optional<String> proved(String line) {
    if (line.length() <= CRC_DIGITS) {
      return Optional.empty();
    }
    String text = line.substring(CRC_DIGITS + 1);
    return line.startsWith(crc(text)) ? Optional.of(text) : Optional.empty();
  }

  private static String crc(String text) {
    return String.format(Locale.ROOT, "%08x", Crc32C.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private void take(String line, long end) {
    if (line.startsWith(LISTED)) {
      listed = Optional.of(Listed.parse(line.substring(LISTED.length())));
      listedEnd = end;
    } else if (line.startsWith(COMMIT)) {
      attempt = Optional.of(CommitAttempt.parse(line.substring(COMMIT.length())));
    } else {
      shards.add(FinishedShard.parse(line.substring(SHARD.length())));
      ends.add(end);
    }
  }

  /** What was written when the source had been listed; empty until it has. */
  public Optional<Listed> listed() {
    return listed;
  }

  /**
   * The shards that were written, in order. All but the last have got their names, and the last may
   * have.
   */
  public List<FinishedShard> shards() {
    return List.copyOf(shards);
  }

  /** The last generation that the run was about to create; it may be there or not. */
  public Optional<CommitAttempt> attempt() {
    return attempt;
  }

  /** The source is listed. */
  public void add(Listed listed) throws IOException {
    append(LISTED + listed.toText());
  }

  /** A shard is written and gets its name now. */
  public void add(FinishedShard shard) throws IOException {
    append(SHARD + shard.toText());
  }

  /** A generation is about to be created. */
  public void add(CommitAttempt attempted) throws IOException {
    append(COMMIT + attempted.toText());
  }

  /** Forgets all that is noted. */
  public void clear() throws IOException {
    shards.clear();
    ends.clear();
    listed = Optional.empty();
    listedEnd = 0;
    attempt = Optional.empty();
    cut(0);
  }

  /** Forgets all shards but the first {@code count}, and that they were to be committed. */
  public void keepShards(int count) throws IOException {
    shards.subList(count, shards.size()).clear();
    ends.subList(count, ends.size()).clear();
    attempt = Optional.empty();
    cut(ends.isEmpty() ? listedEnd : ends.get(ends.size() - 1));
  }

  private void cut(long end) throws IOException {
    steps.before(Step.WRITE, path);
    file.truncate(end);
    file.position(end);
    file.force(true);
  }

  private void append(String line) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap((crc(line) + " " + line + "\n").getBytes(StandardCharsets.UTF_8));
    steps.before(Step.WRITE, path);
    while (bytes.hasRemaining()) {
      file.write(bytes);
    }
    steps.before(Step.FORCE, path);
    file.force(true);
    take(line, file.position());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
