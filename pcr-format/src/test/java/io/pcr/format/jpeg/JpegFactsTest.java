package io.pcr.format.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.ColorClass;
import io.pcr.format.error.PcrException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JpegFactsTest {
  @ParameterizedTest(name = "{0} components with ids {1}, JFIF {2}, Adobe {3}: {4}")
  @CsvSource({
    "1,'1',false,,GREY",
    "1,'7',true,0,GREY",
    "2,'1 2',false,,OPAQUE",
    "3,'1 2 3',true,,YCBCR",
    "3,'1 2 3',false,,YCBCR",
    "3,'0 1 2',false,,YCBCR",
    "3,'82 71 66',false,,RGB",
    "3,'82 71 66',true,,YCBCR",
    "3,'82 72 66',false,,YCBCR",
    "3,'82 71 67',false,,YCBCR",
    "3,'82 71 66',false,1,YCBCR",
    "3,'1 2 3',false,0,RGB",
    "3,'1 2 3',true,0,YCBCR",
    "3,'1 2 3',false,1,YCBCR",
    "4,'1 2 3 4',false,,FOUR",
    "4,'67 77 89 75',false,2,FOUR",
    "5,'1 2 3 4 5',false,,OPAQUE",
  })
  void colorClassIsWhatDecodersAssume(
      int count, String ids, boolean jfif, Integer adobe, ColorClass expected) throws PcrException {
    JpegBytes jpeg = JpegBytes.soi();
    if (jfif) {
      jpeg.jfif();
    }
    if (adobe != null) {
      jpeg.adobe(adobe);
    }
    int[] components =
        IntStream.of(java.util.Arrays.stream(ids.split(" ")).mapToInt(Integer::parseInt).toArray())
            .toArray();
    assertEquals(count, components.length);
    JpegFacts facts = facts(jpeg.frame(Marker.SOF0, components));
    assertEquals(expected, facts.colorClass());
    assertEquals(jfif, facts.jfif());
    assertEquals(
        adobe == null ? OptionalInt.empty() : OptionalInt.of(adobe), facts.adobeTransform());
  }

  @Test
  void adobeSegmentThatIsTooShortIsNone() throws PcrException {
    assertEquals(
        OptionalInt.empty(),
        facts(JpegBytes.soi().text(Marker.APP14, "Adobe\0").frame(Marker.SOF0, 1))
            .adobeTransform());
  }

  @Test
  void segmentsBehindTheFirstScanDoNotCount() throws PcrException {
    JpegStructure jpeg =
        MarkerScanner.scan(
            JpegBytes.soi()
                .frame(Marker.SOF2, 1, 2, 3)
                .scan(0, 0, 0, 0, 1)
                .raw(1)
                .adobe(0)
                .eoi()
                .buffer(),
            "late");
    assertEquals(ColorClass.YCBCR, JpegFacts.of(jpeg).colorClass());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void orientationIsReadInBothByteOrders(boolean littleEndian) throws PcrException {
    for (int orientation = 1; orientation <= 8; orientation++) {
      assertEquals(
          OptionalInt.of(orientation),
          withExif(exif(littleEndian, 0x0112, 3, 1, orientation)).orientation());
    }
  }

  @Test
  void orientationOfTheWrongTypeCountOrValueIsNone() throws PcrException {
    assertEquals(OptionalInt.empty(), withExif(exif(true, 0x0112, 3, 1, 0)).orientation());
    assertEquals(OptionalInt.empty(), withExif(exif(true, 0x0112, 3, 1, 9)).orientation());
    assertEquals(OptionalInt.empty(), withExif(exif(true, 0x0112, 4, 1, 1)).orientation());
    assertEquals(OptionalInt.empty(), withExif(exif(true, 0x0112, 3, 2, 1)).orientation());
    assertEquals(OptionalInt.empty(), withExif(exif(true, 0x0110, 3, 1, 1)).orientation());
  }

  @Test
  void everyOtherHeadOfExifIsPassedOver() throws PcrException {
    byte[] whole = exif(false, 0x0112, 3, 1, 6);
    assertEquals(OptionalInt.of(6), withExif(whole).orientation());
    // The magic, the byte order, the version, and where the directory stands.
    for (int i = 0; i < 14; i++) {
      byte[] other = whole.clone();
      other[i] ^= 0x40;
      assertEquals(OptionalInt.empty(), withExif(other).orientation(), "byte " + i);
    }
  }

  @Test
  void applicationSegmentThatIsNoJfifIsNone() throws PcrException {
    String jfxx = "JFXX\0\1\2\0\0\1\0\1\0\0";
    for (JpegBytes jpeg :
        new JpegBytes[] {
          JpegBytes.soi().text(Marker.APP0, jfxx), JpegBytes.soi().text(Marker.APP0, "JFIF\0\1")
        }) {
      assertEquals(false, facts(jpeg.frame(Marker.SOF0, 1)).jfif());
    }
  }

  @Test
  void everyTruncationOfExifIsPassedOver() throws PcrException {
    byte[] whole = exif(true, 0x0112, 3, 1, 6);
    for (int length = 0; length < whole.length; length++) {
      assertEquals(
          OptionalInt.empty(),
          withExif(java.util.Arrays.copyOf(whole, length)).orientation(),
          "" + length);
    }
  }

  @Property
  void arbitraryExifIsPassedOver(@ForAll @Size(max = 80) byte[] tail) throws PcrException {
    for (String head : new String[] {"Exif\0\0", "Exif\0\0II*\0", "Exif\0\0MM\0*\0\0\0\10"}) {
      JpegFacts facts =
          withExif(
              new JpegBytes()
                  .raw(head.getBytes(java.nio.charset.StandardCharsets.US_ASCII))
                  .raw(tail)
                  .bytes());
      assertTrue(facts.orientation().isEmpty() || facts.orientation().getAsInt() <= 8);
    }
  }

  @Test
  void iccChunksAreGivenInTheProfilesOrder() throws PcrException {
    JpegStructure jpeg =
        structure(
            JpegBytes.soi().text(0xE2, icc(2, 2)).text(0xE2, icc(1, 2)).frame(Marker.SOF0, 1));
    List<Segment> icc = JpegFacts.of(jpeg).iccProfile();
    assertEquals(List.of(jpeg.segments().get(2), jpeg.segments().get(1)), icc);
  }

  @ParameterizedTest
  @CsvSource({"1,2,1,2", "1,1,1,1", "0,2,1,2", "3,2,1,2", "1,3,2,3", "1,2,2,3", "1,0,2,0"})
  void iccProfileThatIsNotCompleteIsNone(int number1, int count1, int number2, int count2)
      throws PcrException {
    JpegBytes jpeg =
        JpegBytes.soi().text(0xE2, icc(number1, count1)).text(0xE2, icc(number2, count2));
    assertEquals(List.of(), facts(jpeg.frame(Marker.SOF0, 1)).iccProfile());
  }

  @Test
  void tablesOfRealImagesAreRead() throws IOException {
    for (byte[] image : Corpus.images()) {
      JpegStructure jpeg = MarkerScanner.scan(ByteBuffer.wrap(image), "image");
      List<QuantizationTable> quantization = QuantizationTable.of(jpeg);
      assertFalse(quantization.isEmpty());
      assertTrue(
          quantization.stream()
              .allMatch(table -> table.values().size() == 64 && table.values().get(0) > 0));
      List<HuffmanTable> huffman = HuffmanTable.of(jpeg);
      assertTrue(huffman.stream().anyMatch(table -> !table.ac()));
      for (HuffmanTable table : huffman) {
        assertEquals(
            table.codes().stream().mapToInt(Integer::intValue).sum(), table.symbols().size());
      }
    }
  }

  @Test
  void sixteenBitQuantizationTableIsRead() throws PcrException {
    byte[] payload = new byte[129];
    payload[0] = 0x12;
    payload[1] = 1;
    payload[128] = 7;
    QuantizationTable table =
        QuantizationTable.of(
                structure(JpegBytes.soi().segment(Marker.DQT, payload).frame(Marker.SOF0, 1)))
            .get(0);
    assertEquals(16, table.precision());
    assertEquals(2, table.id());
    assertEquals(256, table.values().get(0));
    assertEquals(7, table.values().get(63));
  }

  @Test
  void damagedTablesAreRefused() throws PcrException {
    for (int[] payload : new int[][] {{0x20}, {0x04}, {0x00, 1, 2}}) {
      JpegStructure jpeg =
          structure(JpegBytes.soi().segment(Marker.DQT, payload).frame(Marker.SOF0, 1));
      assertThrows(PcrException.Corrupt.class, () -> QuantizationTable.of(jpeg));
    }
    int[] tooMany = new int[17];
    tooMany[16] = 255;
    int[] overflow = new int[300];
    overflow[1] = 255;
    overflow[2] = 2;
    for (int[] payload : new int[][] {{0x20}, {0x04}, {0x00, 1, 2}, tooMany, overflow}) {
      JpegStructure jpeg =
          structure(JpegBytes.soi().segment(Marker.DHT, payload).frame(Marker.SOF0, 1));
      assertThrows(PcrException.Corrupt.class, () -> HuffmanTable.of(jpeg));
    }
  }

  private static String icc(int number, int count) {
    return "ICC_PROFILE\0" + (char) number + (char) count + "profile";
  }

  private static byte[] exif(boolean littleEndian, int tag, int type, int count, int value) {
    ByteBuffer tiff = ByteBuffer.allocate(6 + 8 + 2 + 12);
    tiff.put("Exif\0\0".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    tiff.order(littleEndian ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    tiff.put((byte) (littleEndian ? 'I' : 'M'))
        .put((byte) (littleEndian ? 'I' : 'M'))
        .putShort((short) 42)
        .putInt(8);
    tiff.putShort((short) 1)
        .putShort((short) tag)
        .putShort((short) type)
        .putInt(count)
        .putShort((short) value);
    return tiff.array();
  }

  private static JpegFacts withExif(byte[] payload) throws PcrException {
    return facts(JpegBytes.soi().segment(Marker.APP1, payload).frame(Marker.SOF0, 1));
  }

  private static JpegStructure structure(JpegBytes head) throws PcrException {
    return MarkerScanner.scan(head.scan(0, 63, 0, 0, 1).raw(1).eoi().buffer(), "facts.jpg");
  }

  private static JpegFacts facts(JpegBytes head) throws PcrException {
    return JpegFacts.of(structure(head));
  }
}
