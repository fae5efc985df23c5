package io.pcr.reader.original;

import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.output.OutputReport;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

/**
 * What could not be read from the file of a shard: some samples, or all of them. An intact copy of
 * the file may still have them. Thread-safe.
 */
final class Unread {
  private record Failure(String key, IOException cause) {}

  private final Map<Integer, Failure> samples = new ConcurrentSkipListMap<>();
  private final IOException shard;

  private Unread(IOException shard) {
    this.shard = shard;
  }

  /** Nothing yet. */
  static Unread nothing() {
    return new Unread(null);
  }

  /** All samples, as the file cannot be read as a shard. */
  static Unread all(IOException cause) {
    return new Unread(cause);
  }

  void add(int sample, String key, IOException cause) {
    samples.put(sample, new Failure(key, cause));
  }

  boolean isEmpty() {
    return shard == null && samples.isEmpty();
  }

  /** Whether the file is at fault, not a limit or the version of this library. */
  boolean isDamage() {
    return (shard != null && isDamage(shard))
        || samples.values().stream().anyMatch(failure -> isDamage(failure.cause()));
  }

  private static boolean isDamage(IOException e) {
    return !(e instanceof PcrException.LimitExceeded || e instanceof PcrException.Unsupported);
  }

  /** The samples, ascending. */
  int[] samples(int sampleCount) {
    return shard == null
        ? samples.keySet().stream().mapToInt(Integer::intValue).toArray()
        : IntStream.range(0, sampleCount).toArray();
  }

  /** Reports that these samples are not restored. */
  void report(ShardEntry entry, ByteSource source, OutputReport report) {
    if (shard != null) {
      report.failedShard(entry.name(), entry.sampleCount(), shard, source);
    }
    samples.values().forEach(failure -> report.failed(failure.key(), failure.cause(), source));
  }
}
