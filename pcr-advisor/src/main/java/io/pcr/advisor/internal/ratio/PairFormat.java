package io.pcr.advisor.internal.ratio;

import static java.util.Objects.requireNonNull;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One of the two formats of a mix: a format of Liquid shards, or a group of progressive shards.
 * Immutable.
 *
 * @param encoding of a sample
 * @param group that is read, of {@link Encoding#PROGRESSIVE_JPEG}; 0 for all others
 */
public record PairFormat(Encoding encoding, int group) {
  private static final String PCR = "pcr:";
  private static final int MAX_GROUP = 64;

  public PairFormat {
    requireNonNull(encoding, "encoding");
    boolean isProgressive = encoding == Encoding.PROGRESSIVE_JPEG;
    if (!isProgressive && !encoding.isLiquid()) {
      throw new IllegalArgumentException(encoding + " is not a format of a mix");
    }
    if (group < (isProgressive ? 1 : 0) || group > (isProgressive ? MAX_GROUP : 0)) {
      throw new IllegalArgumentException("group " + group + " of " + encoding);
    }
  }

  /**
   * Reads {@code jpeg}, {@code png}, {@code webp}, {@code bmp}, {@code raw} or {@code pcr:GROUP}.
   *
   * @throws IllegalArgumentException saying what is wrong
   */
  public static PairFormat parse(String text) {
    if (text.startsWith(PCR)) {
      try {
        int group = Integer.parseInt(text.substring(PCR.length()));
        if (group >= 1 && group <= MAX_GROUP) {
          return new PairFormat(Encoding.PROGRESSIVE_JPEG, group);
        }
      } catch (NumberFormatException e) {
        // Said below.
      }
      throw new IllegalArgumentException(
          "'" + text + "' needs a group from 1 to " + MAX_GROUP + ", such as pcr:3");
    }
    return Arrays.stream(Encoding.values())
        .filter(Encoding::isLiquid)
        .filter(encoding -> word(encoding).equals(text))
        .findFirst()
        .map(encoding -> new PairFormat(encoding, 0))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'"
                        + text
                        + "' is not one of "
                        + Arrays.stream(Encoding.values())
                            .filter(Encoding::isLiquid)
                            .map(PairFormat::word)
                            .collect(Collectors.joining(", "))
                        + ", pcr:GROUP"));
  }

  private static String word(Encoding encoding) {
    return encoding.name().toLowerCase(Locale.ROOT);
  }

  /** Whether Liquid shards can have it. */
  public boolean isLiquid() {
    return encoding.isLiquid();
  }

  /** Shards with nothing else. */
  VariantOptions variant() {
    return isLiquid() ? new LiquidVariant(FormatMix.of(Map.of(encoding, 1)), 0) : new PcrVariant();
  }

  /** What is read of them. */
  Fidelity fidelity() {
    return isLiquid() ? Fidelity.FULL : Fidelity.atMost(group);
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return isLiquid() ? word(encoding) : PCR + group;
  }
}
