package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.strategy.Picture;
import io.pcr.tfrecord.internal.TfRecordWriteOptions;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * As what pictures are stored at a split. Immutable.
 *
 * @param form of the dataset
 * @param parameter the quality of {@link Form#JPEG}, the compression of {@link Form#TFRECORD}, and
 *     nothing for all others
 */
public record SplitFormat(Form form, String parameter) {
  /** The forms of stored pictures. */
  public enum Form {
    /** The originals as they are: nothing is done once. */
    FILES,
    /** Progressive shards made of the originals, without loss. */
    PCR,
    /** Progressive shards of pixels that were encoded as JPEG. */
    JPEG,
    /** WebP without loss, in shards. */
    WEBP,
    /** PNG of 8 bits, in shards. */
    PNG,
    /** Pixels as they are, in shards. */
    RAW,
    /** PNG of 16 bits, in shards: floats from -1 to 1 are rounded to 65,536 steps. */
    PNG16,
    /** A column of float32 in shards. */
    FLOAT32,
    /** TFRecord files: originals, pixels or floats, as the split has them. */
    TFRECORD;

    /** Whether pictures of a kind can have this form. */
    public boolean takes(Picture.Kind kind) {
      return switch (this) {
        case FILES, PCR -> kind == Picture.Kind.FILE;
        case JPEG, WEBP, PNG, RAW -> kind == Picture.Kind.UINT8;
        case PNG16, FLOAT32 -> kind == Picture.Kind.FLOAT32;
        case TFRECORD -> true;
      };
    }

    /** The word for it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final String USUAL_QUALITY = "95";
  private static final String NO_COMPRESSION = "none";
  private static final int BEST_QUALITY = 100;

  public SplitFormat {
    requireNonNull(form, "form");
    parameter =
        switch (form) {
          case JPEG -> quality(parameter);
          case TFRECORD ->
              TfRecordWriteOptions.parse(parameter.isEmpty() ? NO_COMPRESSION : parameter).toText();
          default -> requireNone(form, parameter);
        };
  }

  private static String quality(String text) {
    if (text.isEmpty()) {
      return USUAL_QUALITY;
    }
    try {
      int quality = Integer.parseInt(text);
      if (quality >= 1 && quality <= BEST_QUALITY) {
        return Integer.toString(quality);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException("'jpeg:" + text + "' needs a quality from 1 to 100");
  }

  private static String requireNone(Form form, String parameter) {
    if (!parameter.isEmpty()) {
      throw new IllegalArgumentException(
          "'" + form.word() + "' takes no parameter, so not '" + parameter + "'");
    }
    return parameter;
  }

  /**
   * Reads {@code raw}, {@code jpeg:90} or {@code tfrecord:zstd:3}.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static SplitFormat parse(String text) {
    String[] parts = text.toLowerCase(Locale.ROOT).split(":", 2);
    Form form =
        Arrays.stream(Form.values())
            .filter(each -> each.word().equals(parts[0]))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "'"
                            + text
                            + "' is not one of "
                            + Arrays.stream(Form.values())
                                .map(Form::word)
                                .collect(Collectors.joining(", "))));
    return new SplitFormat(form, parts.length == 1 ? "" : parts[1]);
  }

  /** All forms for a kind of picture, each once, TFRecord without compression. */
  static List<SplitFormat> allOf(Picture.Kind kind) {
    return Arrays.stream(Form.values())
        .filter(form -> form != Form.FILES && form.takes(kind))
        .map(form -> new SplitFormat(form, ""))
        .toList();
  }

  /** Which shards are written. */
  VariantOptions variant() {
    return form == Form.TFRECORD ? new TfRecordVariant(parameter) : new PcrVariant();
  }

  /** The quality of {@link Form#JPEG}. */
  int quality() {
    return Integer.parseInt(parameter);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return parameter.isEmpty() ? form.word() : form.word() + ":" + parameter;
  }
}
