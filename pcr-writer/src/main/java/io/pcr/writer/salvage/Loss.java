package io.pcr.writer.salvage;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.writer.json.JsonWriter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something of a damaged dataset that the salvaged one does not have. Immutable.
 *
 * @param kind what is lost
 * @param file the shard's name in the damaged dataset, or the manifest's
 * @param samples how many are lost with it: of a SHARD empty when nobody knows, of others 0 or 1
 * @param sample position in the shard, {@link #NONE} when it is not about one
 * @param key of the sample, empty when it is not about one or not known
 * @param cause what was found
 * @param readableFidelity at which the damaged dataset still gives the sample; 0 when at none
 */
public record Loss(
    Kind kind,
    String file,
    OptionalLong samples,
    int sample,
    String key,
    Cause cause,
    int readableFidelity) {
  /** For {@link #sample}: it is not about one. */
  public static final int NONE = -1;

  /** What can be lost. */
  public enum Kind {
    /** What only the manifest said: class names, creation options, the quality curve. */
    MANIFEST,
    /** All samples of a shard, which are not known one by one. */
    SHARD,
    /** A sample. */
    SAMPLE,
    /** What the original of a sample is made of; the sample itself is saved. */
    ORIGINAL
  }

  /** What became of something that is lost. */
  public enum Fate {
    /** It is there, and something about it is wrong. */
    DAMAGED,
    /** The file that it was in, or the part of it, is not there. */
    MISSING,
    /** The system could not read it. */
    IO
  }

  /**
   * What was found.
   *
   * @param error that damage is; empty when nothing was there to be damaged
   * @param field {@code Structure.field} as in the specification, empty when it is none of them
   * @param offset in the shard's file
   * @param problem one line
   */
  public record Cause(
      Fate fate, Optional<ErrorCode> error, String field, long offset, String problem) {
    public Cause {
      if (error.isPresent() != (fate == Fate.DAMAGED)) {
        throw new IllegalArgumentException(fate + " with error " + error);
      }
    }

    static Cause of(IOException e) {
      if (e instanceof PcrException p) {
        return new Cause(Fate.DAMAGED, Optional.of(p.code()), p.field(), p.offset(), p.problem());
      }
      return e instanceof NoSuchFileException
          ? missing("the file is missing")
          : new Cause(Fate.IO, Optional.empty(), "", 0, String.valueOf(e.getMessage()));
    }

    static Cause damage(ErrorCode error, String field, String problem) {
      return new Cause(Fate.DAMAGED, Optional.of(error), field, 0, problem);
    }

    static Cause missing(String problem) {
      return new Cause(Fate.MISSING, Optional.empty(), "", 0, problem);
    }

    /** The stable name of the problem. */
    public String code() {
      return error.map(ErrorCode::name).orElse(fate.name());
    }
  }

  public Loss {
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
  public String toJson() {
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
