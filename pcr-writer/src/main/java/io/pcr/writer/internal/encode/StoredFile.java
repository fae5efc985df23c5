package io.pcr.writer.internal.encode;

import static java.util.Objects.requireNonNull;

import io.pcr.format.media.MediaType;
import java.util.OptionalInt;

/**
 * The facts about an image file that is stored unchanged. Immutable and thread-safe.
 *
 * @param width in pixels; 0 when unknown
 * @param height in pixels; 0 when unknown
 * @param channels the number of channels in the file: grey, grey with alpha, colour, colour with
 *     alpha (or four inks)
 */
public record StoredFile(MediaType type, int width, int height, OptionalInt channels) {
  public StoredFile {
    requireNonNull(type, "type");
    requireNonNull(channels, "channels");
  }

  static StoredFile unknown(MediaType type) {
    return new StoredFile(type, 0, 0, OptionalInt.empty());
  }
}
