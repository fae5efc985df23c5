package io.pcr.format.internal.jpeg;

import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.InvalidScanScriptException;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds where the scans of a stored JPEG end, which is where its slices may end, after checking
 * that they are a whole progression.
 *
 * <p>A scan's bytes are the segments before its SOS (its Huffman tables), the SOS and the
 * entropy-coded data; the first scan also has SOI and all headers. EOI belongs to no slice. So the
 * slices of groups 1..g, one after the other and closed with EOI, are a JPEG. Stateless and
 * thread-safe.
 */
public final class ScanEnds {
  private static final int STORED_PRECISION = 8;
  private static final int ONE_GROUP = 1;

  private ScanEnds() {}

  /**
   * Where each scan of a stored JPEG ends, counted from the buffer's position.
   *
   * @param jpeg the whole file from position to limit; neither changes
   * @param colorClass of the sample
   * @param source the image's name, for messages
   * @throws PcrException.Corrupt when the file is not exactly SOI, headers, scans that are a whole
   *     progression, EOI
   */
  public static List<Integer> of(ByteBuffer jpeg, ColorClass colorClass, String source)
      throws PcrException {
    JpegStructure structure = MarkerScanner.scan(jpeg, source, Limits.DEFAULT);
    requireWhole(structure, colorClass);
    List<Scan> scans = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    try {
      for (JpegScan scan : structure.scans()) {
        ScanHeader header = scan.header();
        List<Integer> components = components(structure.frame(), header);
        scans.add(
            new Scan(components, header.ss(), header.se(), header.ah(), header.al(), ONE_GROUP));
        ends.add(scan.entropyEnd());
      }
      new ScanScript(colorClass, scans);
    } catch (InvalidScanScriptException e) {
      throw corrupt(structure, "scans", 0, e.getMessage(), "a complete progression");
    }
    return ends;
  }

  private static List<Integer> components(Frame frame, ScanHeader header) {
    List<Integer> components = new ArrayList<>();
    for (ScanHeader.Component component : header.components()) {
      components.add(frame.indexOf(component.id()));
    }
    return components;
  }

  private static void requireWhole(JpegStructure structure, ColorClass colorClass)
      throws PcrException {
    Frame frame = structure.frame();
    if (structure.frames().size() != 1
        || !frame.isProgressiveHuffman()
        || frame.precision() != STORED_PRECISION) {
      throw corrupt(
          structure,
          "SOF",
          0,
          structure.frames().size()
              + " × "
              + Marker.name(frame.marker())
              + " with "
              + frame.precision()
              + " bits",
          "one SOF2 with 8 bits");
    }
    if (frame.components().size() != colorClass.componentCount()) {
      throw corrupt(
          structure, "SOF.components", 0, frame.components().size(), colorClass.componentCount());
    }
    int lastEnd = structure.scans().get(structure.scans().size() - 1).entropyEnd();
    int length = structure.bytes().limit();
    if (structure.start() != 0 || !structure.hasEoi() || lastEnd + Marker.LENGTH != length) {
      throw corrupt(
          structure,
          "EOI",
          lastEnd,
          "SOI at " + structure.start() + ", last scan's end at " + lastEnd + " of " + length,
          "SOI first, and EOI as the last two bytes directly after the last scan");
    }
  }

  private static PcrException corrupt(
      JpegStructure structure, String field, int offset, Object stored, Object computed) {
    return new PcrException.Corrupt(
        ErrorCode.IMAGE_CORRUPT,
        new FieldLocation("Jpeg." + field, offset, structure.source()),
        stored,
        computed);
  }
}
