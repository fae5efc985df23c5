package io.pcr.tools.repair;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.writer.json.JsonWriter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * Something that the repaired dataset does not have. Immutable.
 *
 * @param kind what is lost
 * @param file the shard's name in the damaged dataset, or the manifest's
 * @param samples how many are lost with it: of a SHARD empty when nobody knows, of others 0 or 1
 * @param sample position in the shard, {@link #NONE} when it is not about one
 * @param key of the sample, empty when it is not about one or not known
 * @param cause what was found
 * @param readableFidelity at which the damaged dataset still gives the sample; 0 when at none
 */
record Loss(
    Kind kind,
    String file,
    OptionalLong samples,
    int sample,
    String key,
    Cause cause,
    int readableFidelity) {
  static final int NONE = -1;

  /** What can be lost. */
  enum Kind {
    /** What only the manifest said: class names, creation options, the quality curve. */
    MANIFEST,
    /** All samples of a shard, which are not known one by one. */
    SHARD,
    /** A sample. */
    SAMPLE,
    /** What the original of a sample is made of; the sample itself is saved. */
    ORIGINAL
  }

  /**
   * What was found.
   *
   * @param code stable name of the problem
   * @param field {@code Structure.field} as in the specification, empty when it is none of them
   * @param offset in the shard's file
   * @param problem one line
   */
  record Cause(String code, String field, long offset, String problem) {
    private static final String MEDIUM = "IO";
    private static final String MISSING = "MISSING";

    Cause(ErrorCode code, String field, String problem) {
      this(code.name(), field, 0, problem);
    }

    static Cause of(IOException e) {
      if (e instanceof PcrException p) {
        return new Cause(p.code().name(), p.field(), p.offset(), p.problem());
      }
      return e instanceof NoSuchFileException
          ? new Cause(MISSING, "", 0, "the file is missing")
          : new Cause(MEDIUM, "", 0, String.valueOf(e.getMessage()));
    }

    static Cause missing(String problem) {
      return new Cause(MISSING, "", 0, problem);
    }
  }

  Loss {
    requireNonNull(kind, "kind");
    requireNonNull(file, "file");
    requireNonNull(samples, "samples");
    requireNonNull(key, "key");
    requireNonNull(cause, "cause");
  }

  static Loss ofManifest(String file, Cause cause) {
    return new Loss(Kind.MANIFEST, file, OptionalLong.of(0), NONE, "", cause, 0);
  }

  static Loss ofShard(String file, OptionalLong samples, Cause cause) {
    return new Loss(Kind.SHARD, file, samples, NONE, "", cause, 0);
  }

  static Loss ofSample(String file, int sample, String key, Cause cause, int readableFidelity) {
    return new Loss(Kind.SAMPLE, file, OptionalLong.of(1), sample, key, cause, readableFidelity);
  }

  static Loss ofOriginal(String file, int sample, String key, Cause cause) {
    return new Loss(Kind.ORIGINAL, file, OptionalLong.of(0), sample, key, cause, 0);
  }

  /** One line of {@code losses.jsonl}, without its line feed. */
  String toJson() {
    JsonWriter json = JsonWriter.compact().beginObject();
    json.put("lost", kind.name().toLowerCase(Locale.ROOT)).put("file", file);
    if (kind == Kind.SHARD) {
      samples.ifPresent(count -> json.put("samples", count));
    }
    if (sample != NONE) {
      json.put("sample", sample);
    }
    if (!key.isEmpty()) {
      json.put("key", key);
    }
    json.put("code", cause.code());
    if (!cause.field().isEmpty()) {
      json.put("field", cause.field()).put("offset", cause.offset());
    }
    json.put("problem", cause.problem());
    if (readableFidelity > 0) {
      json.put("readable_fidelity", readableFidelity);
    }
    return json.end().toString();
  }
}
