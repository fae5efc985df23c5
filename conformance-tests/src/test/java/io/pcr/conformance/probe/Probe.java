package io.pcr.conformance.probe;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.tfrecord.internal.compression.TfRecordCompression;
import io.pcr.tfrecord.internal.compression.TfRecordCompressions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The contract {@code pcr-probe} of spec/vectors/README.md over this library: what a file holds, as
 * canonical JSON. Stateless.
 */
public final class Probe {
  static final String ERROR = "error";

  private static final String GROUP = "--group";
  private static final int MAGIC_LENGTH = 4;
  private static final byte[] MANIFEST_BEGINS = {(byte) 0x8F, 'P', 'C', 'M'};
  private static final byte[] SEGMENT_BEGINS = {(byte) 0x8F, 'P', 'C', 'K'};

  private Probe() {}

  /**
   * What a probe says.
   *
   * @param exit 0 ok, 1 damaged or another file, 2 not supported, 3 not to be had
   */
  public record Answer(int exit, String json) {}

  /** Probes a file in memory; the name's end says whether it is a TFRecord. */
  public static Answer probe(String name, byte[] file, OptionalInt group) throws IOException {
    return probe(name, new MemoryByteSource(name, ByteBuffer.wrap(file)), group);
  }

  /** A value as canonical JSON. */
  public static String json(Object value) {
    return CanonicalJson.of(value);
  }

  /** Probes a file wherever it is; the name's end says whether it is a TFRecord. */
  public static Answer probe(String name, ByteSource source, OptionalInt group) throws IOException {
    return answer(() -> dump(name, source, group));
  }

  /**
   * Probes a file by the words that stand behind its name. What cannot be had is an answer, too.
   */
  public static Answer probe(Path file, List<String> words) {
    try {
      return answer(() -> dump(file, words));
    } catch (IOException e) {
      return new Answer(3, json(Map.of("io", e.toString())));
    }
  }

  private interface Dump {
    Map<String, Object> make() throws IOException;
  }

  private static Answer answer(Dump made) throws IOException {
    Map<String, Object> dump;
    int exit = 0;
    try {
      dump = made.make();
    } catch (PcrException e) {
      dump = Map.of(ERROR, e.code().name());
    }
    if (dump.get(ERROR) != null) {
      exit = isRefused(ErrorCode.valueOf((String) dump.get(ERROR))) ? 2 : 1;
    }
    return new Answer(exit, CanonicalJson.of(dump));
  }

  private static boolean isRefused(ErrorCode code) {
    return switch (code) {
      case UNSUPPORTED, IMAGE_UNSUPPORTED, LIMIT_EXCEEDED -> true;
      default -> false;
    };
  }

  private static Map<String, Object> dump(Path file, List<String> words) throws IOException {
    return switch (words.isEmpty() ? "" : words.get(0)) {
      case "--open" -> DatasetDump.open(file);
      case "--key" -> DatasetDump.find(file, words.get(1));
      case "--decode" -> DecodeDump.of(file);
      default -> {
        OptionalInt group =
            words.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(words.get(1)));
        try (ByteSource source = FileByteSource.open(file)) {
          yield dump(file.toString(), source, group);
        }
      }
    };
  }

  private static Map<String, Object> dump(String name, ByteSource source, OptionalInt group)
      throws IOException {
    Optional<TfRecordCompression> compression =
        TfRecordCompressions.STANDARD.stream()
            .filter(candidate -> name.endsWith(candidate.suffix()))
            .findFirst();
    if (compression.isPresent()) {
      requireNoGroup(group);
      return TfRecordDump.of(source, compression.get());
    }
    if (name.endsWith(".pcrp")) {
      requireNoGroup(group);
      return ManifestDump.ofPart(source);
    }
    if (begins(source, MANIFEST_BEGINS) || name.endsWith(".pcrm")) {
      requireNoGroup(group);
      return ManifestDump.of(source);
    }
    if (begins(source, SEGMENT_BEGINS) || name.endsWith(".pcrk")) {
      requireNoGroup(group);
      return KeysDump.of(source);
    }
    return ShardDump.of(source, Limits.DEFAULT, group);
  }

  private static void requireNoGroup(OptionalInt group) throws IOException {
    if (group.isPresent()) {
      throw new IOException("--group is for shards with groups");
    }
  }

  private static boolean begins(ByteSource source, byte[] magic) throws IOException {
    ByteBuffer begin = ByteBuffer.allocate((int) Math.min(MAGIC_LENGTH, source.length()));
    source.readFully(0, begin);
    return begin.flip().equals(ByteBuffer.wrap(magic));
  }

  /** {@code <file> [--group g | --open | --key k | --decode]}. */
  public static void main(String[] arguments) {
    List<String> words = List.of(arguments);
    boolean hasOne = words.size() == 3 && List.of(GROUP, "--key").contains(words.get(1));
    boolean hasNone = words.size() == 2 && List.of("--open", "--decode").contains(words.get(1));
    if (words.size() != 1 && !hasOne && !hasNone) {
      System.err.println("usage: pcr-probe <file> [--group g | --open | --key k | --decode]");
      System.exit(64);
    }
    Answer answer = probe(Path.of(words.get(0)), words.subList(1, words.size()));
    new PrintStream(System.out, true, StandardCharsets.UTF_8).println(answer.json());
    System.exit(answer.exit());
  }
}
