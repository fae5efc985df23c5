package io.pcr.writer.salvage;

import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.writer.internal.json.JsonWriter;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Something of a damaged dataset that the salvaged dataset does not have. Immutable and
 * thread-safe.
 *
 * @param kind what is lost
 * @param file the name of the shard in the damaged dataset, or of the manifest
 * @param samples how many samples are lost: empty when unknown, as for {@link Kind#SHARD}, for
 *     {@link Kind#LIST} or for {@link Kind#MANIFEST} without an index that lists the shards; 0 or 1
 *     for other kinds
 * @param sample position of the sample in the shard; {@link #NONE} when the loss does not concern a
 *     sample
 * @param key of the sample; empty when the loss does not concern a sample or the key is unknown
 * @param cause what the salvage found
 * @param readableFidelity the fidelity at which the damaged dataset can still be read for this
 *     sample; 0 for none
 */
public record Loss(
    Kind kind,
    String file,
    OptionalLong samples,
    int sample,
    String key,
    Cause cause,
    int readableFidelity) {
  /** The value of {@link #sample} when the loss does not concern a sample. */
  public static final int NONE = -1;

  /** What can be lost. */
  public enum Kind {
    /** What only the manifest contained: class names, creation options, the quality curve. */
    MANIFEST,
    /**
     * A part of the manifest, or a newer generation than the one that is used: what it said of its
     * shards. Those that are there are saved as far as they tell themselves what they are.
     */
    LIST,
    /** All samples of a shard; they are not known individually. */
    SHARD,
    /** One sample. */
    SAMPLE,
    /** What is needed to restore the original of a sample; the sample itself is saved. */
    ORIGINAL
  }

  /** Why something is lost. */
  public enum Fate {
    /** It exists and is damaged. */
    DAMAGED,
    /** The file that contained it, or that part of the file, is missing. */
    MISSING,
    /** The operating system could not read it. */
    IO,
    /** It is there, and nothing says that it belongs to the dataset. */
    UNLISTED
  }

  /**
   * What the salvage found.
   *
   * @param error the error code of the damage; empty when the fate is not {@link Fate#DAMAGED}
   * @param field {@code Structure.field} as in the specification; empty when the damage is not in a
   *     field
   * @param offset in the shard's file
   * @param problem what the problem is, in one line
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

    /** A shard that is there and in no list. */
    static Cause unlisted(String list) {
      String problem =
          list + " does not list this shard: it was left out, and can be repaired separately";
      return new Cause(Fate.UNLISTED, Optional.empty(), "", 0, problem);
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

  static Loss ofManifest(String file, OptionalLong samples, Cause cause) {
    return new Loss(Kind.MANIFEST, file, samples, NONE, "", cause, 0);
  }

  static Loss ofList(String file, OptionalLong samples, Cause cause) {
    return new Loss(Kind.LIST, file, samples, NONE, "", cause, 0);
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
