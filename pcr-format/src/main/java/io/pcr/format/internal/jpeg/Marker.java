package io.pcr.format.internal.jpeg;

import java.util.Locale;

/** The marker codes of T.81 table B.1: the byte that follows {@code FF}. */
public final class Marker {
  /** Not a marker: bytes that stand where a marker should, which decoders skip. */
  public static final int JUNK = 0x00;

  public static final int TEM = 0x01;
  public static final int SOF0 = 0xC0;
  public static final int SOF2 = 0xC2;
  public static final int DHT = 0xC4;
  public static final int JPG = 0xC8;
  public static final int DAC = 0xCC;
  public static final int SOF15 = 0xCF;
  public static final int RST0 = 0xD0;
  public static final int RST7 = 0xD7;
  public static final int SOI = 0xD8;
  public static final int EOI = 0xD9;
  public static final int SOS = 0xDA;
  public static final int DQT = 0xDB;
  public static final int DNL = 0xDC;
  public static final int DRI = 0xDD;
  public static final int APP0 = 0xE0;
  public static final int APP14 = 0xEE;
  public static final int APP15 = 0xEF;
  public static final int COM = 0xFE;

  /** The byte before every marker code. */
  static final int PREFIX = 0xFF;

  /** FF and the code. */
  static final int LENGTH = 2;

  private static final int FIRST_RESERVED = 0x02;
  private static final int LAST_RESERVED = 0xBF;

  private Marker() {}

  /** True for the thirteen kinds of frame header. */
  public static boolean isFrame(int marker) {
    return marker >= SOF0 && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC;
  }

  public static boolean isRestart(int marker) {
    return marker >= RST0 && marker <= RST7;
  }

  /** True when no length and no content follow the marker. */
  public static boolean isStandalone(int marker) {
    return isRestart(marker) || marker == SOI || marker == EOI || marker == TEM;
  }

  /** True for the codes that T.81 gives no meaning; what follows them cannot be known. */
  static boolean isReserved(int marker) {
    return marker >= FIRST_RESERVED && marker <= LAST_RESERVED;
  }

  /** The name in T.81, for messages. */
  public static String name(int marker) {
    if (isFrame(marker)) {
      return "SOF" + (marker - SOF0);
    }
    if (isRestart(marker)) {
      return "RST" + (marker - RST0);
    }
    if (marker >= APP0 && marker <= APP15) {
      return "APP" + (marker - APP0);
    }
    return switch (marker) {
      case JUNK -> "junk";
      case TEM -> "TEM";
      case DHT -> "DHT";
      case DAC -> "DAC";
      case SOI -> "SOI";
      case EOI -> "EOI";
      case SOS -> "SOS";
      case DQT -> "DQT";
      case DNL -> "DNL";
      case DRI -> "DRI";
      case COM -> "COM";
      default -> String.format(Locale.ROOT, "marker 0x%02x", marker);
    };
  }
}
