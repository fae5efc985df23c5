package io.pcr.codecs.internal;

import io.pcr.codecs.internal.JpegReport.Slot;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.error.PcrException.LimitExceeded;

/** Turns the reason with which a native JPEG call ended into an exception. Not thread-safe. */
final class JpegFailures {
  private static final String FORMAT = "JPEG";

  private static final int NO_ERROR = 0;
  private static final int CORRUPT = 1;
  private static final int UNSUPPORTED = 2;
  private static final int OVER_LIMIT = 3;
  private static final int UNPROVED = 5;
  private static final int OUT_OF_MEMORY = 6;

  // What there is too much of, as in jpeg/report.h.
  private static final int OF_PIXELS = 1;
  private static final int OF_SCANS = 2;
  private static final int OF_OUTPUT = 3;
  private static final int OF_BUFFER = 4;

  private final JpegReport report;
  private final Limit scanLimit;

  /**
   * The failures of a session.
   *
   * @param report that each call of the session fills
   * @param scanLimit that an image with too many scans exceeds
   */
  JpegFailures(JpegReport report, Limit scanLimit) {
    this.report = report;
    this.scanLimit = scanLimit;
  }

  /**
   * Throws what a call's reason stands for; returns if it ended well.
   *
   * @param name of the image, for messages
   * @param outputLimit that an output which is too long exceeds
   */
  void check(int reason, String name, Limit outputLimit) throws PcrException {
    if (reason == NO_ERROR) {
      return;
    }
    String text = report.errorText();
    FieldLocation location = new FieldLocation(FORMAT, report.get(Slot.ERROR_OFFSET), name);
    switch (reason) {
      case CORRUPT -> throw PcrException.Corrupt.image(location, text);
      case UNSUPPORTED -> throw PcrException.Unsupported.image(location, text);
      case UNPROVED -> throw new PcrException.Unproved(location, text);
      case OVER_LIMIT -> throw overLimit(location, text, outputLimit);
      case OUT_OF_MEMORY -> throw new OutOfMemoryError(text + " (libjpeg), at " + name);
      default -> throw new IllegalArgumentException(text + " in " + name);
    }
  }

  /** The native code says what it has too much of; where memory ran out, it knows no limit. */
  private LimitExceeded overLimit(FieldLocation location, String what, Limit outputLimit) {
    long needed = report.get(Slot.ERROR_NEEDED);
    long allowed = report.get(Slot.ERROR_LIMIT);
    if (needed <= allowed || allowed == 0) {
      String words = needed == 0 ? what : "needs " + needed + " " + what;
      return LimitExceeded.unmeasured(location, Limit.NATIVE_MEMORY, words);
    }
    Limit limit =
        switch (report.getInt(Slot.ERROR_QUANTITY)) {
          case OF_PIXELS -> Limit.PIXELS;
          case OF_SCANS -> scanLimit;
          case OF_OUTPUT -> outputLimit;
          case OF_BUFFER -> Limit.OUTPUT_ROOM;
          default -> throw new AssertionError(what);
        };
    return new LimitExceeded(location, limit, needed, allowed);
  }

  /** Where an argument of a call stands, for messages. */
  static FieldLocation at(String argument, String name) {
    return new FieldLocation(FORMAT + "." + argument, 0, name);
  }
}
