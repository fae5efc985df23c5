package io.pcr.writer.extract;

import io.pcr.format.media.MediaType;
import io.pcr.reader.Sample;
import java.util.Optional;

/**
 * What the names of image files end in when they are written out: the suffix of the format that the
 * bytes have, whatever the key says. Stateless.
 *
 * <p>In a folder a key keeps its own suffix as long as it speaks of that format, and a key without
 * an image's suffix stays as it is. To any other key the suffix is appended: {@code x.webp} that is
 * a JPEG now becomes {@code x.webp.jpg}. A key that could be mistaken for one made so gets one
 * suffix more, so that no two keys become the same name.
 */
final class ImageSuffix {
  private static final String PNM_KINDS = "pbm pgm ppm pbm pgm ppm";
  private static final int PNM_SUFFIX_LENGTH = 4;

  private ImageSuffix() {}

  /** The suffix for a sample's bytes, without a dot; empty when they are no image that is known. */
  static Optional<String> of(Sample sample) {
    return sample.mediaType().map(type -> of(type, sample));
  }

  private static String of(MediaType type, Sample sample) {
    return switch (type) {
      case PNM -> pnm(sample);
      case JPEG_2000 -> sample.file().get(sample.file().position()) == 0 ? "jp2" : "j2k";
      case ICO -> sample.file().get(sample.file().position() + 2) == 1 ? "ico" : "cur";
      default -> type.suffix();
    };
  }

  /** P1 to P6 are bitmaps, grey and colour, as text and then binary; P7 is any of them. */
  private static String pnm(Sample sample) {
    int kind = sample.file().get(sample.file().position() + 1) - '1';
    int at = PNM_SUFFIX_LENGTH * kind;
    return at < PNM_KINDS.length() ? PNM_KINDS.substring(at, at + 3) : "pam";
  }

  /** The name of a sample's file in a folder. */
  static String nameInFolder(Sample sample) {
    return of(sample).map(suffix -> named(sample.key(), suffix)).orElse(sample.key());
  }

  /**
   * The name of a file with a suffix, made of a key.
   *
   * @param suffix the canonical one of its format
   */
  static String named(String key, String suffix) {
    String appended = "." + suffix;
    String original = key;
    while (original.endsWith(appended)) {
      original = original.substring(0, original.length() - appended.length());
    }
    Optional<MediaType> wanted = MediaType.named(appended);
    Optional<MediaType> stated = MediaType.named(original);
    boolean isOwn = stated.isEmpty() || stated.equals(wanted);
    return isOwn ? key : key + appended;
  }
}
