package io.pcr.writer.liquid;

import io.pcr.format.metadata.Encoding;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * In which ratio the samples of a Liquid dataset are stored in which formats: {@code jpeg:6,raw:4}.
 * Immutable; mixes of the same ratio are equal.
 */
public final class FormatMix {
  private static final int MAX_WEIGHT = 1000;

  /** In the order of the formats' ids, above 0, without a common divisor. */
  private final Map<Encoding, Integer> weights;

  private final int sum;

  private FormatMix(Map<Encoding, Integer> weights) {
    this.weights = Collections.unmodifiableMap(weights);
    sum = weights.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * The mix of these weights; formats with weight 0 are left out.
   *
   * @throws IllegalArgumentException when a weight is not in 0..1000, all are 0, or an encoding is
   *     not a format of Liquid shards
   */
  public static FormatMix of(Map<Encoding, Integer> weights) {
    Map<Encoding, Integer> reduced = new EnumMap<>(Encoding.class);
    int divisor = 0;
    for (Map.Entry<Encoding, Integer> entry : weights.entrySet()) {
      int weight = entry.getValue();
      if (!entry.getKey().isLiquid()) {
        throw new IllegalArgumentException(entry.getKey() + " is not a format of Liquid shards");
      }
      if (weight < 0 || weight > MAX_WEIGHT) {
        throw new IllegalArgumentException(
            "weight " + weight + " of " + name(entry.getKey()) + " is not in 0.." + MAX_WEIGHT);
      }
      if (weight > 0) {
        reduced.put(entry.getKey(), weight);
        divisor = BigInteger.valueOf(divisor).gcd(BigInteger.valueOf(weight)).intValue();
      }
    }
    if (reduced.isEmpty()) {
      throw new IllegalArgumentException("a mix needs a format with a weight above 0");
    }
    int common = divisor;
    reduced.replaceAll((format, weight) -> weight / common);
    return new FormatMix(reduced);
  }

  /**
   * Reads {@code jpeg:6,raw:4}; the formats are jpeg, png, webp, bmp and raw.
   *
   * @throws IllegalArgumentException when the text has another form; the message says what is wrong
   */
  public static FormatMix parse(String text) {
    Map<Encoding, Integer> weights = new EnumMap<>(Encoding.class);
    for (String part : text.split(",", -1)) {
      String[] pair = part.split(":", -1);
      if (pair.length != 2) {
        throw new IllegalArgumentException(
            "\"" + part + "\" in the mix is not FORMAT:WEIGHT, such as jpeg:6");
      }
      Encoding format = format(pair[0].strip());
      if (weights.put(format, weight(pair[1].strip(), part)) != null) {
        throw new IllegalArgumentException(name(format) + " is in the mix twice");
      }
    }
    return of(weights);
  }

  private static Encoding format(String name) {
    List<String> names = new ArrayList<>();
    for (Encoding encoding : Encoding.values()) {
      if (encoding.isLiquid()) {
        if (name(encoding).equals(name.toLowerCase(Locale.ROOT))) {
          return encoding;
        }
        names.add(name(encoding));
      }
    }
    throw new IllegalArgumentException(
        "\"" + name + "\" in the mix is not one of " + String.join(", ", names));
  }

  private static int weight(String text, String part) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "the weight in \"" + part + "\" is not an integer in 0.." + MAX_WEIGHT, e);
    }
  }

  private static String name(Encoding format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  /** The formats, in the order of their ids. */
  public List<Encoding> formats() {
    return List.copyOf(weights.keySet());
  }

  /**
   * The sum of the weights. Among this many samples in a row, each format has exactly its weight.
   */
  public int sum() {
    return sum;
  }

  /**
   * The number of samples that each format gets. This is its share, rounded down; the samples that
   * are left go to the formats with the largest remainders, one to each, and to the lower id if
   * remainders are equal.
   */
  public Map<Encoding, Long> counts(long samples) {
    Map<Encoding, Long> counts = new EnumMap<>(Encoding.class);
    Map<Encoding, Long> remainders = new EnumMap<>(Encoding.class);
    long given = 0;
    for (Map.Entry<Encoding, Integer> entry : weights.entrySet()) {
      long whole = samples / sum * entry.getValue();
      long part = samples % sum * entry.getValue();
      counts.put(entry.getKey(), whole + part / sum);
      remainders.put(entry.getKey(), part % sum);
      given += whole + part / sum;
    }
    Comparator<Encoding> byRemainder = Comparator.comparing(remainders::get);
    weights.keySet().stream()
        .sorted(byRemainder.reversed().thenComparing(Encoding::id))
        .limit(samples - given)
        .forEach(format -> counts.merge(format, 1L, Long::sum));
    return counts;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FormatMix mix && weights.equals(mix.weights);
  }

  @Override
  public int hashCode() {
    return weights.hashCode();
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return weights.entrySet().stream()
        .map(entry -> name(entry.getKey()) + ":" + entry.getValue())
        .collect(Collectors.joining(","));
  }
}
