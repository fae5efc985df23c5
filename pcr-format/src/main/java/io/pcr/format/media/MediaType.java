package io.pcr.format.media;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of image files that the library distinguishes. Immutable and thread-safe. */
public enum MediaType {
  JPEG("image/jpeg", "jpg jpeg jpe jfif"),
  PNG("image/png", "png apng"),
  WEBP("image/webp", "webp"),
  BMP("image/bmp", "bmp dib"),
  GIF("image/gif", "gif"),
  TIFF("image/tiff", "tif tiff"),
  /** The Netpbm family: PBM, PGM, PPM (P1 to P6) and PAM (P7). */
  PNM("image/x-portable-anymap", "pnm pbm pgm ppm pam"),
  /** AVIF images and sequences. */
  AVIF("image/avif", "avif avifs"),
  /** HEIF with whatever codec but AV1; HEIC is the one with HEVC. */
  HEIF("image/heif", "heic heif heics heifs hif"),
  /** JPEG 2000: JP2 and its family, and bare codestreams. */
  JPEG_2000("image/jp2", "jp2 j2k j2c jpc jpx jpf"),
  /** JPEG XL in its container, and bare codestreams. */
  JPEG_XL("image/jxl", "jxl"),
  /** Windows icons and cursors. */
  ICO("image/vnd.microsoft.icon", "ico cur"),
  /** Targa. Its first bytes alone do not show what it is; see {@link #of}. */
  TGA("image/x-tga", "tga");

  /** {@link #sniff} needs no more than this of a file's first bytes. */
  public static final int SNIFF_LENGTH = 64;

  private final String mimeType;
  private final String suffixes;

  MediaType(String mimeType, String suffixes) {
    this.mimeType = mimeType;
    this.suffixes = suffixes;
  }

  public String mimeType() {
    return mimeType;
  }

  /** The suffixes of names of such files, in lower case and without the dot. */
  public Set<String> suffixes() {
    return Set.of(suffixes.split(" "));
  }

  /** The usual suffix of names of such files, in lower case. */
  public String suffix() {
    int end = suffixes.indexOf(' ');
    return end < 0 ? suffixes : suffixes.substring(0, end);
  }

  /** Whether browsers show such files. */
  public boolean isShownByBrowsers() {
    return switch (this) {
      case JPEG, PNG, WEBP, GIF, BMP -> true;
      case TIFF, PNM, AVIF, HEIF, JPEG_2000, JPEG_XL, ICO, TGA -> false;
    };
  }

  /** The kind that the suffix of a name speaks of, whatever its case; empty when it has none. */
  public static Optional<MediaType> named(String name) {
    int dot = name.lastIndexOf('.');
    String suffix = name.substring(dot + 1).toLowerCase(Locale.ROOT);
    return dot < 0
        ? Optional.empty()
        : Arrays.stream(values()).filter(type -> type.suffixes().contains(suffix)).findFirst();
  }

  /**
   * The kind of the file that begins with {@code first} (from its position; neither position nor
   * content change), or empty if it is of another kind. A TGA cannot be recognised by its bytes.
   */
  public static Optional<MediaType> sniff(ByteBuffer first) {
    return Optional.ofNullable(MediaSignature.kindOf(first.slice()));
  }

  /**
   * The kind of a file by its first bytes, as {@link #sniff} finds it. A file with the name of a
   * TGA is a TGA if its header is plausible.
   */
  public static Optional<MediaType> of(String name, ByteBuffer first) {
    Optional<MediaType> told = sniff(first);
    boolean isTga =
        told.isEmpty()
            && named(name).equals(Optional.of(TGA))
            && MediaSignature.mayBeTga(first.slice());
    return isTga ? Optional.of(TGA) : told;
  }
}
