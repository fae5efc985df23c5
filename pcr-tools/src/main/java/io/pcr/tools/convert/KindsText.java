package io.pcr.tools.convert;

import io.pcr.format.internal.text.Units;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.journal.InputCounts.Count;
import java.util.ArrayList;
import java.util.List;

/** What became of images that are not stored as progressive JPEGs with all that they had. */
final class KindsText {
  private KindsText() {}

  /** Lines for those that there are. */
  static List<String> lines(InputCounts tally, EncodeSettings settings) {
    List<String> kinds = new ArrayList<>();
    List<String> reasons = reasons(tally);
    long whole =
        Math.max(
            tally.get(Count.OPAQUE),
            tally.get(Count.ANIMATED)
                + tally.get(Count.TRANSPARENT)
                + tally.get(Count.NOT_DECODED)
                + tally.get(Count.NOT_CODABLE)
                + tally.get(Count.UNPROVED));
    String why = reasons.isEmpty() ? "" : " (" + String.join(", ", reasons) + ")";
    add(kinds, whole, " stored as they are" + why);
    add(kinds, tally.get(Count.REENCODED), " encoded again");
    add(kinds, tally.get(Count.DAMAGED), " damaged");
    List<String> lines = new ArrayList<>();
    if (!kinds.isEmpty()) {
      lines.add("kinds     " + String.join(", ", kinds));
    }
    long dropped = tally.get(Count.PROFILE_DROPPED);
    if (dropped > 0) {
      lines.add(
          "profiles  "
              + Units.count(dropped, "image")
              + " without the colour profile, which has more than "
              + Units.count(settings.iccBytes(), "byte")
              + "; --icc=all keeps it");
    }
    return lines;
  }

  private static List<String> reasons(InputCounts tally) {
    List<String> reasons = new ArrayList<>();
    add(reasons, tally.get(Count.ANIMATED), " animated");
    add(reasons, tally.get(Count.TRANSPARENT), " with transparency");
    add(reasons, tally.get(Count.NOT_DECODED), " not decoded");
    add(reasons, tally.get(Count.NOT_CODABLE), " not codable progressively");
    add(reasons, tally.get(Count.UNPROVED), " whose progressive form did not pass the check");
    return reasons;
  }

  private static void add(List<String> list, long count, String what) {
    if (count > 0) {
      list.add(Units.count(count) + what);
    }
  }
}
