package io.pcr.loader.internal.policy;

import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recorded cosines (spec/loader.md 10.6). Immutable. */
public final class CosineFile implements DecisionPlaces, CosineSource {
  /** The most bytes of such a file. */
  public static final int MOST_BYTES = 1 << 24;

  private static final String HEADER = "epoch,batch,fidelity,probe,cosine";
  private static final String NUMBER = "(0|[1-9][0-9]{0,9})";
  private static final Pattern LINE =
      Pattern.compile(
          NUMBER + "," + NUMBER + "," + NUMBER + "," + NUMBER + ",(-?[01](?:\\.[0-9]{1,18})?)");
  private static final int HASH_BYTES = 8;

  private final CosineRule rule;
  private final String hash;
  private final NavigableMap<Place, Cosines> decisions;

  private CosineFile(CosineRule rule, String hash, NavigableMap<Place, Cosines> decisions) {
    this.rule = rule;
    this.hash = hash;
    this.decisions = decisions;
  }

  private record Place(long epoch, long batch) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byEpoch = Long.compare(epoch, other.epoch);
      return byEpoch != 0 ? byEpoch : Long.compare(batch, other.batch);
    }
  }

  /** The cosines of one decision: candidates, and a list for each. */
  private record Cosines(List<Integer> candidates, List<List<Integer>> values) {
    Cosines() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    int[][] array() {
      return values.stream()
          .map(each -> each.stream().mapToInt(Integer::intValue).toArray())
          .toArray(int[][]::new);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException when it is not such a file; names the line
   */
  public static CosineFile parse(byte[] bytes, CosineRule rule) {
    if (bytes.length > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a file of cosines has at most " + MOST_BYTES + " bytes, and this one " + bytes.length);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    String[] lines = text.split("\n", -1);
    int count = lines[lines.length - 1].isEmpty() ? lines.length - 1 : lines.length;
    NavigableMap<Place, Cosines> decisions = new TreeMap<>();
    for (int number = 0; number < count; number++) {
      String line = lines[number];
      boolean hasReturn = number < lines.length - 1 && line.endsWith("\r");
      String row = hasReturn ? line.substring(0, line.length() - 1) : line;
      if (number > 0) {
        add(decisions, row, rule, number + 1);
      } else if (!row.equals(HEADER)) {
        throw wrong(1, "is not " + HEADER);
      }
    }
    if (decisions.isEmpty()) {
      throw new IllegalArgumentException("the file has no cosines; its first line is " + HEADER);
    }
    requireSame(decisions, rule);
    return new CosineFile(rule, hash(bytes), decisions);
  }

  private static void add(
      NavigableMap<Place, Cosines> decisions, String row, CosineRule rule, int line) {
    Matcher matcher = LINE.matcher(row);
    if (!matcher.matches()) {
      throw wrong(line, "is not five numbers like 5,0,2,0,0.93");
    }
    Place place = new Place(number(matcher, 1, line), number(matcher, 2, line));
    int fidelity = number(matcher, 3, line);
    int probe = number(matcher, 4, line);
    if (fidelity < 1 || fidelity >= FidelityNumbers.FULL) {
      throw wrong(line, "has fidelity " + fidelity + ", and a candidate is 1 to 63");
    }
    if (rule == CosineRule.PAPER && place.batch != 0) {
      throw wrong(line, "has batch " + place.batch + ", and paper decides before batch 0");
    }
    if (!decisions.isEmpty() && decisions.lastKey().compareTo(place) > 0) {
      throw wrong(line, "is not in ascending order");
    }
    Cosines cosines = decisions.computeIfAbsent(place, where -> new Cosines());
    List<Integer> known = cosines.candidates;
    int last = known.isEmpty() ? 0 : known.get(known.size() - 1);
    if (fidelity > last) {
      known.add(fidelity);
      cosines.values.add(new ArrayList<>());
    }
    List<Integer> values = cosines.values.get(cosines.values.size() - 1);
    if (fidelity < last || probe != values.size()) {
      throw wrong(line, "is not in ascending order, or a probe is missing before it");
    }
    values.add(millionths(matcher.group(5)));
  }

  private static int number(Matcher matcher, int group, int line) {
    long value = Long.parseLong(matcher.group(group));
    if (value > Integer.MAX_VALUE) {
      throw wrong(line, "has a number above " + Integer.MAX_VALUE);
    }
    return (int) value;
  }

  private static int millionths(String decimal) {
    BigDecimal one = BigDecimal.ONE;
    BigDecimal value = new BigDecimal(decimal).max(one.negate()).min(one);
    return value.movePointRight(6).setScale(0, RoundingMode.FLOOR).intValueExact();
  }

  private static void requireSame(NavigableMap<Place, Cosines> decisions, CosineRule rule) {
    Cosines first = decisions.firstEntry().getValue();
    int probes = first.values.get(0).size();
    if (!rule.takes(probes)) {
      throw new IllegalArgumentException(
          "the file has "
              + probes
              + " cosines for each candidate, and "
              + (rule == CosineRule.PAPER ? "paper takes 1" : "improved takes 8 or more"));
    }
    FidelityNumbers.candidates(
        first.candidates.stream().map(FidelityNumbers::fidelity).toList(), FidelityNumbers.FULL);
    decisions.forEach(
        (place, each) -> {
          boolean isSame =
              each.candidates.equals(first.candidates)
                  && each.values.stream().allMatch(values -> values.size() == probes);
          if (!isSame) {
            throw new IllegalArgumentException(
                "before batch "
                    + place.batch
                    + " of epoch "
                    + place.epoch
                    + " the file has other candidates or probes than in its first decision");
          }
        });
  }

  private static IllegalArgumentException wrong(int line, String what) {
    return new IllegalArgumentException("line " + line + " " + what);
  }

  private static String hash(byte[] bytes) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // Every Java platform has it.
    }
  }

  /** The policy that replays the file. */
  public GradientPolicy policy() {
    int[] candidates =
        decisions.firstEntry().getValue().candidates.stream().mapToInt(Integer::intValue).toArray();
    return new GradientPolicy("recorded:" + rule.text() + ":" + hash, rule, candidates, this, this);
  }

  @Override
  public boolean has(BatchPlace place) {
    return decisions.containsKey(new Place(place.epoch(), place.batch()));
  }

  @Override
  public void requireFits(long batches) {
    for (Place place : decisions.keySet()) {
      if (place.batch >= batches) {
        throw new IllegalArgumentException(
            "the file of cosines has batch "
                + place.batch
                + " of epoch "
                + place.epoch
                + ", and an epoch of this run has "
                + batches
                + " batches");
      }
    }
  }

  @Override
  public int[][] at(DecisionPoint point) {
    BatchPlace place = point.place();
    return decisions.get(new Place(place.epoch(), place.batch())).array();
  }
}
