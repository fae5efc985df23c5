package io.pcr.format.internal.commit;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who holds the lock of a dataset folder, as the lock file tells those who are refused. Immutable.
 *
 * @param action what is being done, such as {@code pcr append}
 * @param process the number of the process
 * @param host the machine that it runs on; empty when that has no name
 * @param since when the work began
 * @param nonce tells this holder from all others
 */
public record LockHolder(String action, long process, String host, Instant since, long nonce) {
  /** What a lock file says, and no more: its bytes are data of unknown origin. */
  private static final Pattern LINE =
      Pattern.compile(
          "([ -~]{1,60})\t(\\d{1,18})\t([A-Za-z0-9._-]{0,255})\t([0-9TZ:.-]{1,40})\t(-?\\d{1,19})\n");

  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  public LockHolder {
    requireNonNull(action, "action");
    requireNonNull(host, "host");
    requireNonNull(since, "since");
  }

  static LockHolder ofThisProcess(String action, long nonce) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    return new LockHolder(action, ProcessHandle.current().pid(), hostName(), now, nonce);
  }

  /** The kernel's word: a question to the name service could take a minute. */
  private static String hostName() {
    try {
      String name = Files.readString(HOST_NAME, StandardCharsets.UTF_8).strip();
      return name.matches("[A-Za-z0-9._-]{1,255}") ? name : "";
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Whether it may be at work: not, when it was a process of this machine that is gone. A process
   * that has got its number since is another.
   */
  public boolean mayLive() {
    if (host.isEmpty() || !host.equals(hostName())) {
      return true;
    }
    return ProcessHandle.of(process)
        .filter(ProcessHandle::isAlive)
        .filter(
            alive ->
                alive.info().startInstant().filter(s -> s.isAfter(since.plusSeconds(2))).isEmpty())
        .isPresent();
  }

  /** What a file says of it. */
  public String toText() {
    return action + "\t" + process + "\t" + host + "\t" + since + "\t" + nonce + "\n";
  }

  /**
   * What a lock file says, or empty when its writer has not come to that, or it is no such file.
   */
  public static Optional<LockHolder> parse(String text) {
    Matcher line = LINE.matcher(text);
    if (!line.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new LockHolder(
              line.group(1),
              Long.parseLong(line.group(2)),
              line.group(3),
              Instant.parse(line.group(4)),
              Long.parseLong(line.group(5))));
    } catch (DateTimeParseException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** For people: {@code pcr append (process 1234 on host)}. */
  @Override
  public String toString() {
    return action + " (process " + process + (host.isEmpty() ? "" : " on " + host) + ")";
  }
}
