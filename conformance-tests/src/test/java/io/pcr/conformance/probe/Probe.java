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
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The contract {@code pcr-probe} of spec/vectors/README.md over this library: what a file holds, as
 * canonical JSON. Stateless.
 */
public final class Probe {
  static final String ERROR = "error";

  private static final Set<ErrorCode> UNSUPPORTED =
      EnumSet.of(
          ErrorCode.UNSUPPORTED_VERSION,
          ErrorCode.UNSUPPORTED_FEATURE,
          ErrorCode.UNSUPPORTED_KIND,
          ErrorCode.LIMIT_EXCEEDED);
  private static final byte[] MANIFEST_BEGINS = {(byte) 0x8F, 'P', 'C', 'M'};

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
    Map<String, Object> dump;
    try {
      dump = dump(name, source, group);
    } catch (PcrException e) {
      dump = Map.of(ERROR, e.code().name());
    }
    Object code = dump.get(ERROR);
    int bad = code != null && UNSUPPORTED.contains(ErrorCode.valueOf((String) code)) ? 2 : 1;
    return new Answer(code == null ? 0 : bad, CanonicalJson.of(dump));
  }

  private static Map<String, Object> dump(String name, ByteSource source, OptionalInt group)
      throws IOException {
    Optional<TfRecordCompression> compression =
        TfRecordCompressions.STANDARD.stream()
            .filter(candidate -> name.endsWith(candidate.suffix()))
            .findFirst();
    ByteBuffer begin = ByteBuffer.allocate((int) Math.min(MANIFEST_BEGINS.length, source.length()));
    source.readFully(0, begin);
    boolean isManifest = begin.flip().equals(ByteBuffer.wrap(MANIFEST_BEGINS));
    if (group.isPresent() && (compression.isPresent() || isManifest)) {
      throw new IOException("--group is for shards with groups");
    }
    if (compression.isPresent()) {
      return TfRecordDump.of(source, compression.get());
    }
    return isManifest ? ManifestDump.of(source) : new ShardDump(source, Limits.DEFAULT).of(group);
  }

  /** {@code <file> [--group g]}. */
  public static void main(String[] arguments) throws IOException {
    boolean grouped = arguments.length == 3 && arguments[1].equals("--group");
    if (arguments.length != 1 && !grouped) {
      System.err.println("usage: pcr-probe <file> [--group g]");
      System.exit(64);
    }
    OptionalInt group =
        grouped ? OptionalInt.of(Integer.parseInt(arguments[2])) : OptionalInt.empty();
    Answer answer;
    try (ByteSource source = FileByteSource.open(Path.of(arguments[0]))) {
      answer = probe(arguments[0], source, group);
    } catch (IOException e) {
      answer = new Answer(3, json(Map.of("io", e.toString())));
    }
    new PrintStream(System.out, true, StandardCharsets.UTF_8).println(answer.json());
    System.exit(answer.exit());
  }
}
