package io.pcr.advisor.internal.quality;

import static java.util.Objects.requireNonNull;

import io.pcr.reader.internal.copies.CopyFormat;
import java.util.Optional;

/**
 * One way to store the images. Immutable.
 *
 * @param level the quality of copies, or the number of the group; 0 for originals
 */
public record Choice(Family family, int level) {
  /** Ways that differ in the level only. */
  public enum Family {
    /** The files as they came. */
    ORIGINAL("original"),
    /** Copies of a quality as JPEG. */
    JPEG("jpeg"),
    /** Copies of a quality as WebP. */
    WEBP("webp"),
    /** Groups of progressive shards. */
    PCR("pcr");

    private final String word;

    Family(String word) {
      this.word = word;
    }

    /** How copies of the family are encoded; empty when there are none. */
    Optional<CopyFormat> copies() {
      return switch (this) {
        case JPEG -> Optional.of(CopyFormat.JPEG);
        case WEBP -> Optional.of(CopyFormat.WEBP);
        case ORIGINAL, PCR -> Optional.empty();
      };
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** The originals. */
  public static final Choice ORIGINAL = new Choice(Family.ORIGINAL, 0);

  public Choice {
    requireNonNull(family, "family");
  }

  /** Such as {@code webp:75} or {@code pcr:3}. */
  @Override
  public String toString() {
    return family == Family.ORIGINAL ? family.toString() : family + ":" + level;
  }
}
