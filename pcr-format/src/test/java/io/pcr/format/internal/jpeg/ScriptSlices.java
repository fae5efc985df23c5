package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import java.nio.ByteBuffer;
import java.util.List;

/** The slices of a JPEG that has the scans of a script, as the scanner in Java finds them. */
public final class ScriptSlices {
  private ScriptSlices() {}

  /**
   * Where the slice of each group ends, after comparing each scan with the script's. A group
   * without scans has an empty slice.
   */
  public static int[] ends(ByteBuffer jpeg, ScanScript script, int groupCount) throws PcrException {
    List<Integer> scanEnds = ScanEnds.of(jpeg, script.colorClass(), "script");
    JpegStructure structure = MarkerScanner.scan(jpeg, "script", Limits.DEFAULT);
    assertEquals(script.scans().size(), scanEnds.size());
    for (int i = 0; i < scanEnds.size(); i++) {
      ScanHeader header = structure.scans().get(i).header();
      Scan wanted = script.scans().get(i);
      List<Integer> components =
          header.components().stream().map(c -> structure.frame().indexOf(c.id())).toList();
      assertEquals(
          wanted,
          new Scan(components, header.ss(), header.se(), header.ah(), header.al(), wanted.group()));
    }
    int[] ends = new int[groupCount];
    for (int group = 1; group <= groupCount; group++) {
      int scans = script.scansThrough(group);
      ends[group - 1] = scans == 0 ? 0 : scanEnds.get(scans - 1);
    }
    return ends;
  }
}
