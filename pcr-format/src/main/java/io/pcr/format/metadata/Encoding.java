package io.pcr.format.metadata;

import io.pcr.format.media.MediaType;
import java.util.Arrays;
import java.util.Optional;

/** How the slices of a sample make the sample. Ids are frozen. */
public enum Encoding {
  /** The slices of groups 1 to g, then {@code FF D9}, are a JPEG at fidelity g. */
  PROGRESSIVE_JPEG(1),
  /** The slice of group 1 is the complete file, of the kind that its first bytes show. */
  OPAQUE(2),
  /** Liquid: a JPEG file. */
  JPEG(16),
  /** Liquid: a PNG file. */
  PNG(17),
  /** Liquid: a WebP file. */
  WEBP(18),
  /** Liquid: a BMP file. */
  BMP(19),
  /** Liquid: pixels, as a binary PNM file without comments. */
  RAW(20);

  /** The lowest id of the encodings of a Liquid shard. */
  public static final int FIRST_LIQUID_ID = 16;

  /** The highest id. */
  public static final int LAST_ID = 20;

  private final int id;

  Encoding(int id) {
    this.id = id;
  }

  public int id() {
    return id;
  }

  /** True for the encodings of a Liquid shard. */
  public boolean isLiquid() {
    return id >= FIRST_LIQUID_ID;
  }

  /** What kind of file a sample of this encoding is; empty for {@link #OPAQUE}, which is any. */
  public Optional<MediaType> mediaType() {
    return switch (this) {
      case PROGRESSIVE_JPEG, JPEG -> Optional.of(MediaType.JPEG);
      case OPAQUE -> Optional.empty();
      case PNG -> Optional.of(MediaType.PNG);
      case WEBP -> Optional.of(MediaType.WEBP);
      case BMP -> Optional.of(MediaType.BMP);
      case RAW -> Optional.of(MediaType.PNM);
    };
  }

  /**
   * The encoding in which a Liquid shard stores files of this kind unchanged; empty if there is
   * none. RAW is not such an encoding: a PNM may have comments and other maxima, so its pixels are
   * written again.
   */
  public static Optional<Encoding> ofFile(MediaType type) {
    return Arrays.stream(values())
        .filter(encoding -> encoding.isLiquid() && encoding != RAW)
        .filter(encoding -> encoding.mediaType().equals(Optional.of(type)))
        .findFirst();
  }

  /** The encoding with this id, or empty when the id is not assigned. */
  public static Optional<Encoding> ofId(int id) {
    for (Encoding encoding : values()) {
      if (encoding.id == id) {
        return Optional.of(encoding);
      }
    }
    return Optional.empty();
  }
}
