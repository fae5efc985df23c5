package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.script.RandomScanScripts;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScanEndsTest {
  private static final ScanScripts LIBJPEG = ScanScripts.named(ScanScripts.LIBJPEG);
  private static final ScanScript COLOUR = LIBJPEG.script(ColorClass.YCBCR).orElseThrow();
  private static final byte[] FILE = JpegBytes.ofScript(COLOUR, new Random(1));

  @Provide
  Arbitrary<ScanScripts> scripts() {
    return RandomScanScripts.arbitrary();
  }

  // Covers R-SAMPLE-1
  @Property(tries = 200)
  void prefixOfSlicesAndEoiIsAFileWithTheGroupsScans(
      @ForAll("scripts") ScanScripts scripts, @ForAll Random random) throws PcrException {
    for (ScanScript script : scripts.scripts().values()) {
      requirePrefixes(JpegBytes.ofScript(script, random), script, scripts.groupCount());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void realProgressiveFileSplitsAndEveryPrefixDecodes(boolean grey) throws IOException {
    byte[] file = JpegBytes.encoded(61, 47, grey, true);
    ScanScript script = LIBJPEG.script(grey ? ColorClass.GREY : ColorClass.YCBCR).orElseThrow();
    int[] ends = requirePrefixes(file, script, LIBJPEG.groupCount());
    for (int end : ends) {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(prefix(file, end)));
      assertEquals(61, image.getWidth());
      assertEquals(47, image.getHeight());
    }
  }

  private static int[] requirePrefixes(byte[] file, ScanScript script, int groups)
      throws PcrException {
    int[] ends = ScriptSlices.ends(ByteBuffer.wrap(file), script, groups);
    assertEquals(groups, ends.length);
    assertEquals(file.length - 2, ends[groups - 1]);
    int before = 0;
    for (int group = 1; group <= groups; group++) {
      int end = ends[group - 1];
      assertEquals(script.scansOf(group).isEmpty(), end == before, "group " + group);
      JpegStructure cut = MarkerScanner.scan(ByteBuffer.wrap(prefix(file, end)), "prefix");
      assertEquals(script.scansThrough(group), cut.scans().size());
      assertTrue(cut.hasEoi());
      before = end;
    }
    return ends;
  }

  private static byte[] prefix(byte[] file, int end) {
    byte[] cut = Arrays.copyOf(file, end + 2);
    cut[end] = (byte) 0xFF;
    cut[end + 1] = (byte) 0xD9;
    return cut;
  }

  // Covers R-SCAN-1, R-SCAN-2, R-SCAN-3
  @Property(tries = 200)
  void slicesOfEveryScriptEndWhereScansEnd(
      @ForAll("scripts") ScanScripts scripts, @ForAll Random random) throws PcrException {
    for (ScanScript script : scripts.scripts().values()) {
      byte[] file = JpegBytes.ofScript(script, random);
      List<Integer> ends = ScanEnds.of(ByteBuffer.wrap(file), script.colorClass(), "j");
      assertEquals(script.scans().size(), ends.size());
      assertEquals(file.length - 2, ends.get(ends.size() - 1));
      int groups = scripts.groupCount();
      for (int end : ScriptSlices.ends(ByteBuffer.wrap(file), script, groups)) {
        assertTrue(end == 0 || ends.contains(end), end + " in " + ends);
      }
    }
  }

  // Covers R-SCAN-2
  @Test
  void scansThatLeaveBitsOutAreNoWholeProgression() throws PcrException {
    List<Integer> ends = ScanEnds.of(ByteBuffer.wrap(FILE), ColorClass.YCBCR, "whole");
    for (int scans = 1; scans < ends.size(); scans++) {
      byte[] cut = prefix(FILE, ends.get(scans - 1));
      PcrException e = assertThrows(PcrException.Corrupt.class, () -> scanEnds(cut));
      assertEquals(ErrorCode.IMAGE_CORRUPT, e.code());
      assertEquals("Jpeg.scans", e.field(), e.getMessage());
    }
  }

  // Covers R-SCAN-1
  @Test
  void sixtyFiveScansAreTooMany() throws PcrException {
    ByteBuffer many = ByteBuffer.allocate(65 * FILE.length);
    List<Integer> ends = scanEnds(FILE);
    int last = ends.get(ends.size() - 2);
    many.put(FILE, 0, last);
    while (ends.size() <= 64) {
      many.put(FILE, last, FILE.length - 2 - last);
      ends.add(many.position());
    }
    byte[] file = prefix(many.array(), many.position());
    PcrException e = assertThrows(PcrException.class, () -> scanEnds(file));
    assertTrue(e.field().startsWith("Jpeg.scan"), e.getMessage());
  }

  private static List<Integer> scanEnds(byte[] file) throws PcrException {
    return new ArrayList<>(ScanEnds.of(ByteBuffer.wrap(file), ColorClass.YCBCR, "image"));
  }

  @Test
  void groupsAfterTheLastScanAreEmpty() throws PcrException {
    int[] ends = ScriptSlices.ends(ByteBuffer.wrap(FILE), COLOUR, 12);
    assertArrayEquals(
        new int[] {FILE.length - 2, FILE.length - 2, FILE.length - 2},
        Arrays.copyOfRange(ends, 9, 12));
  }

  // Covers R-SCAN-2
  @ParameterizedTest
  @CsvSource({"3, 2", "2, 62", "1, 33", "1, 17"})
  void anotherLastScanLeavesNoWholeProgression(int fromEnd, int value) {
    int header = FILE.length;
    do {
      header--;
    } while ((FILE[header - 1] & 0xFF) != 0xFF || (FILE[header] & 0xFF) != Marker.SOS);
    int length = FILE[header + 1] << 8 | FILE[header + 2];
    byte[] changed = FILE.clone();
    assertNotEquals(value, changed[header + 1 + length - fromEnd]);
    changed[header + 1 + length - fromEnd] = (byte) value;
    refused("Jpeg.scans", changed, ColorClass.YCBCR);
  }

  @Test
  void anotherClassesFileIsRefused() {
    refused("Jpeg.SOF.components", FILE, ColorClass.GREY);
  }

  @Test
  void sequentialFileIsRefused() {
    refused("Jpeg.SOF", JpegBytes.encoded(16, 16, false, false), ColorClass.YCBCR);
  }

  @Test
  void fileOfTwelveBitsOrOfTwoFramesIsRefused() {
    byte[] wide = FILE.clone();
    int frame = 2 + 18; // Behind SOI and the JFIF segment.
    assertEquals((byte) Marker.SOF2, wide[frame + 1]);
    wide[frame + 4] = 12;
    refused("Jpeg.SOF", wide, ColorClass.YCBCR);
    byte[] head =
        new JpegBytes().raw(Arrays.copyOf(FILE, frame)).frame(Marker.SOF2, 1, 2, 3).bytes();
    byte[] twice =
        new JpegBytes().raw(head).raw(Arrays.copyOfRange(FILE, frame, FILE.length)).bytes();
    refused("Jpeg.SOF", twice, ColorClass.YCBCR);
  }

  @Test
  void scanOfAComponentThatTheFrameHasNotIsRefused() {
    byte[] changed = FILE.clone();
    changed[2 + 18 + 10] = 9; // The id of the frame's first component.
    assertEquals(1, FILE[2 + 18 + 10]);
    refused("Jpeg.scans", changed, ColorClass.YCBCR);
  }

  @Test
  void bytesBeforeSoiAfterEoiOrBetweenLastScanAndEoiAreRefused() {
    int end = FILE.length - 2;
    refused("Jpeg.EOI", new JpegBytes().raw(0).raw(FILE).bytes(), ColorClass.YCBCR);
    refused("Jpeg.EOI", new JpegBytes().raw(FILE).raw(0).bytes(), ColorClass.YCBCR);
    refused("Jpeg.EOI", Arrays.copyOf(FILE, end), ColorClass.YCBCR);
    refused(
        "Jpeg.EOI",
        new JpegBytes().raw(Arrays.copyOf(FILE, end)).text(Marker.COM, "x").eoi().bytes(),
        ColorClass.YCBCR);
    refused(
        "Jpeg.EOI",
        new JpegBytes().raw(Arrays.copyOf(FILE, end)).raw(0xFF).eoi().bytes(),
        ColorClass.YCBCR);
  }

  @Test
  void everyTruncationIsRefused() {
    for (int length = 0; length < FILE.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(FILE, 0, length);
      assertThrows(PcrException.Corrupt.class, () -> ScanEnds.of(cut, ColorClass.YCBCR, "cut"));
    }
  }

  private static void refused(String field, byte[] file, ColorClass colorClass) {
    PcrException e =
        assertThrows(
            PcrException.Corrupt.class,
            () -> ScanEnds.of(ByteBuffer.wrap(file), colorClass, "bad.jpg"));
    assertEquals(ErrorCode.IMAGE_CORRUPT, e.code());
    assertEquals(field, e.field(), e.getMessage());
  }
}
