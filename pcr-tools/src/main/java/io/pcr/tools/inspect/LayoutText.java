package io.pcr.tools.inspect;

import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.tools.terminal.Table;
import io.pcr.tools.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The regions of a shard, drawn to scale and listed. */
final class LayoutText {
  private static final int DEFAULT_WIDTH = 80;
  private static final String GROUP_MARKS = "123456789abcdefghijklmnopqrstuvwxyz";

  private LayoutText() {}

  static List<String> lines(String name, ShardFile shard, int width) {
    int columns = width == Terminal.UNBOUNDED ? DEFAULT_WIDTH : width;
    List<String> lines = new ArrayList<>();
    lines.add(Printable.line(name) + ", " + Units.bytes(shard.head().totalLength()));
    lines.add("[" + bar(shard, Math.max(1, columns - 2)) + "]");
    Table table = new Table().left("").left("region").right("offset").right("length");
    table.right("share").left("checksum");
    table.row("", "head", 0, shard.head().headLength(), "", "crc32c of head and region table");
    for (Region region : shard.regions().regions()) {
      table.row(
          mark(region),
          label(region),
          region.offset(),
          region.length(),
          Units.percent(region.length(), shard.head().totalLength()),
          checksum(region));
    }
    long end = shard.regions().regions().get(shard.regions().regions().size() - 1).end();
    table.row("", "trailer", end, shard.head().totalLength() - end, "", "compared with the head");
    lines.addAll(table.lines("", width));
    return lines;
  }

  /** Of a TFRecord shard, which has no regions. */
  static String line(ShardEntry records) {
    return Printable.line(records.name())
        + ", "
        + Units.bytes(records.totalLength())
        + ": TFRecord file of "
        + Units.count(records.sampleCount(), "record")
        + ", compression "
        + records.compression().name().toLowerCase(Locale.ROOT);
  }

  /** One character for each equal part of the file: the region that its middle lies in. */
  private static String bar(ShardFile shard, int cells) {
    StringBuilder bar = new StringBuilder();
    List<Region> regions = shard.regions().regions();
    int next = 0;
    for (int cell = 0; cell < cells; cell++) {
      double middle = (cell + 0.5) / cells * shard.head().totalLength();
      while (next < regions.size() - 1 && regions.get(next).end() <= middle) {
        next++;
      }
      bar.append(mark(regions.get(next)));
    }
    return bar.toString();
  }

  private static char mark(Region region) {
    return switch (region.kind()) {
      case METADATA -> 'M';
      case COLUMN -> 'C';
      case SCAN_GROUP -> GROUP_MARKS.charAt((region.number() - 1) % GROUP_MARKS.length());
      case FORMAT -> formatName(region).charAt(0);
      case RESTORE -> 'R';
    };
  }

  static String label(Region region) {
    if (region.kind() == RegionKind.FORMAT) {
      return "format " + formatName(region);
    }
    String kind = region.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    boolean numbered = region.kind() != RegionKind.METADATA && region.kind() != RegionKind.RESTORE;
    return numbered ? kind + " " + region.number() : kind;
  }

  private static String formatName(Region region) {
    return Encoding.ofId(region.number()).orElseThrow().name().toLowerCase(Locale.ROOT);
  }

  private static String checksum(Region region) {
    return switch (region.kind()) {
      case METADATA -> String.format("crc32c %08x", region.crc32c());
      case COLUMN -> "one crc32c a value";
      case SCAN_GROUP, FORMAT -> "one crc32c a slice";
      case RESTORE -> String.format("crc32c %08x of its directory, one a frame", region.crc32c());
    };
  }
}
