package io.pcr.writer.internal.source;

import io.pcr.format.media.MediaType;
import java.util.Locale;
import java.util.Set;

/** What a file's name says of its being an image. Stateless. */
public final class ImageNames {
  /**
   * Names of images of other formats than those of {@link MediaType}: whoever has such files counts
   * them among the images, and wants to hear that they were left out.
   */
  private static final Set<String> OTHERS =
      Set.of(
          "arw", "cr2", "cr3", "dcm", "dds", "dng", "exr", "hdr", "jls", "jpm", "jps", "jxr", "mng",
          "mpo", "nef", "orf", "pcx", "pfm", "pic", "psd", "qoi", "raf", "ras", "raw", "rgb", "rw2",
          "sgi", "svg", "svgz", "wbmp", "wdp", "xbm", "xcf", "xpm");

  private ImageNames() {}

  /** Whether a file of this name is meant to be an image. */
  public static boolean isImage(String name) {
    return MediaType.named(name).isPresent()
        || OTHERS.contains(suffix(name).toLowerCase(Locale.ROOT));
  }

  /** What a file of this name is called among files of its kind: {@code .txt}, {@code README}. */
  static String kind(String name) {
    String suffix = suffix(name);
    return suffix.isEmpty() ? name.substring(name.lastIndexOf('/') + 1) : "." + suffix;
  }

  /** Behind the last dot; a name may be nothing else, as {@code .DS_Store} is. */
  private static String suffix(String name) {
    int dot = name.lastIndexOf('.');
    return dot > name.lastIndexOf('/') ? name.substring(dot + 1) : "";
  }
}
