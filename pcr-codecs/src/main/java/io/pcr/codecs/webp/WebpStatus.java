package io.pcr.codecs.webp;

import io.pcr.codecs.CodecException.Reason;

/** libwebp's results, for it has no words of its own. */
final class WebpStatus {
  private WebpStatus() {}

  /** What a result of decoding ({@code VP8StatusCode}) means. */
  static Outcome decoding(int status) {
    return switch (status) {
      case 0 -> Outcome.OK;
      case 1 -> new Outcome(Reason.LIMIT, "out of memory");
      case 3 -> new Outcome(Reason.CORRUPT, "bitstream error");
      case 4 -> new Outcome(Reason.UNSUPPORTED, "unsupported feature");
      case 5, 7 -> new Outcome(Reason.CORRUPT, "truncated: not enough data");
      default -> new Outcome(Reason.CORRUPT, "status " + status);
    };
  }

  /** What a result of encoding ({@code WebPEncodingError}) means. */
  static Outcome encoding(int error) {
    return switch (error) {
      case 0 -> Outcome.OK;
      case 1, 2 -> new Outcome(Reason.LIMIT, "out of memory");
      case 5 -> new Outcome(Reason.UNSUPPORTED, "more than 16383 pixels wide or high");
      case 6 -> new Outcome(Reason.UNSUPPORTED, "partition 0 is bigger than 512 KiB");
      case 7 -> new Outcome(Reason.UNSUPPORTED, "a partition is bigger than 16 MiB");
      case 8 -> new Outcome(Reason.LIMIT, "the output buffer is full");
      case 9 -> new Outcome(Reason.UNSUPPORTED, "the image is bigger than 4 GiB");
      default -> new Outcome(Reason.UNSUPPORTED, "encoding error " + error);
    };
  }

  /** Null reason: it went well. */
  record Outcome(Reason reason, String message) {
    static final Outcome OK = new Outcome(null, "");
  }
}
