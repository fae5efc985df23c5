package io.pcr.format.internal.jpeg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkerTest {
  /** T.81 table B.1. */
  @ParameterizedTest
  @CsvSource({
    "0x00, junk",
    "0x01, TEM",
    "0x02, marker 0x02",
    "0xBF, marker 0xbf",
    "0xC0, SOF0",
    "0xC3, SOF3",
    "0xC4, DHT",
    "0xC5, SOF5",
    "0xC8, marker 0xc8",
    "0xCC, DAC",
    "0xCF, SOF15",
    "0xD0, RST0",
    "0xD7, RST7",
    "0xD8, SOI",
    "0xD9, EOI",
    "0xDA, SOS",
    "0xDB, DQT",
    "0xDC, DNL",
    "0xDD, DRI",
    "0xE0, APP0",
    "0xEF, APP15",
    "0xFE, COM"
  })
  void markerHasTheNameOfTheStandard(String code, String name) {
    assertEquals(name, Marker.name(Integer.decode(code)));
  }

  @Test
  void reservedAreTheCodesBetweenTemAndTheFrames() {
    for (int marker = 0; marker <= 0xFF; marker++) {
      assertEquals(marker > Marker.TEM && marker < Marker.SOF0, Marker.isReserved(marker));
    }
  }

  @Test
  void segmentAndRangeLieWithinThemselves() {
    assertEquals(0, new Segment(Marker.COM, 7, 4, 11).payloadLength());
    assertEquals(4, new Segment(Marker.JUNK, 7, 4, 7).payloadLength());
    assertThrows(IllegalArgumentException.class, () -> new Segment(Marker.COM, -1, 4, 1));
    assertThrows(IllegalArgumentException.class, () -> new Segment(Marker.COM, 7, 0, 7));
    assertThrows(IllegalArgumentException.class, () -> new Segment(Marker.COM, 7, 4, 6));
    assertThrows(IllegalArgumentException.class, () -> new Segment(Marker.COM, 7, 4, 12));
  }

  @Test
  void componentIsFoundByItsIdOrNotAtAll() {
    List<Frame.Component> components =
        List.of(new Frame.Component('R', 1, 1, 0), new Frame.Component('G', 1, 1, 0));
    Frame frame = new Frame(Marker.SOF2, 8, 1, 1, components);
    assertEquals(1, frame.indexOf('G'));
    assertEquals(-1, frame.indexOf('B'));
    assertTrue(frame.isProgressiveHuffman());
    assertFalse(new Frame(Marker.SOF0, 8, 1, 1, components).isProgressiveHuffman());
  }
}
