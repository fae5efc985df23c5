package io.pcr.writer.internal.source.archive;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/** The extensions that WebDataset's naming knows, and what they hold. Stateless. */
public final class WebDataset {
  /** The extension of the label, an integer in digits. */
  public static final String LABEL = "cls";

  /** The extension of the object whose members are columns. */
  public static final String JSON = "json";

  /** The member of that object that holds a sample's key, where a file's name cannot. */
  public static final String KEY = "__key__";

  /** Extensions of images; of a sample with several the first one here is its image. */
  static final List<String> IMAGES =
      List.of(
          "jpg", "jpeg", "jpe", "jfif", "png", "webp", "bmp", "dib", "ppm", "pgm", "pbm", "pnm",
          "pam", "gif", "tif", "tiff", "avif", "heic", "heif", "jxl", "jp2", "j2k", "jpx", "ico",
          "cur", "tga");

  /** No integer of 64 bits needs as many digits. */
  static final int MAX_LABEL_LENGTH = 32;

  private static final Set<String> TEXTS = Set.of("txt", "text", "caption");

  private WebDataset() {}

  /** The label that the text of a file {@code cls} is; empty when it is no integer. */
  public static OptionalLong label(String text) {
    // Digits of other scripts are text.
    if (text.length() > MAX_LABEL_LENGTH || !text.chars().allMatch(c -> c < 0x80)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Whether files of this extension, in lower case, are images. */
  public static boolean isImage(String extension) {
    return IMAGES.contains(extension);
  }

  /**
   * Whether a file of one extension beside a file of another, both in lower case, is the sample's
   * image rather than the other.
   *
   * @param image an image's
   */
  public static boolean isImageBefore(String extension, String image) {
    return isImage(extension) && IMAGES.indexOf(extension) <= IMAGES.indexOf(image);
  }

  /**
   * Whether files of this extension are columns of text; all that nothing is known of are bytes.
   */
  public static boolean isText(String extension) {
    return TEXTS.contains(extension);
  }
}
