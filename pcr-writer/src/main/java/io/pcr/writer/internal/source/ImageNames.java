package io.pcr.writer.internal.source;

import java.util.Locale;
import java.util.Set;

/** What a file's name says of its being an image. Stateless. */
public final class ImageNames {
  /**
   * Names of images, those of formats that nothing here reads included: whoever has such files
   * counts them among the images, and wants to hear that they were left out.
   */
  private static final Set<String> SUFFIXES =
      Set.of(
          "apng", "arw", "avif", "avifs", "bmp", "cr2", "cr3", "cur", "dcm", "dds", "dib", "dng",
          "exr", "gif", "hdr", "heic", "heif", "hif", "ico", "j2c", "j2k", "jfif", "jls", "jp2",
          "jpc", "jpe", "jpeg", "jpf", "jpg", "jpm", "jps", "jpx", "jxl", "jxr", "mng", "mpo",
          "nef", "orf", "pam", "pbm", "pcx", "pfm", "pgm", "pic", "png", "pnm", "ppm", "psd", "qoi",
          "raf", "ras", "raw", "rgb", "rw2", "sgi", "svg", "svgz", "tga", "tif", "tiff", "wbmp",
          "wdp", "webp", "xbm", "xcf", "xpm");

  private ImageNames() {}

  /** Whether a file of this name is meant to be an image. */
  public static boolean isImage(String name) {
    return SUFFIXES.contains(suffix(name).toLowerCase(Locale.ROOT));
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
