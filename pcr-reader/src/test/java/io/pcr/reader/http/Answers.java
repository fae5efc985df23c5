package io.pcr.reader.http;

import io.pcr.reader.http.ObjectServer.Answer;
import io.pcr.reader.http.ObjectServer.Connection;
import io.pcr.reader.http.ObjectServer.HangUp;
import io.pcr.reader.http.ObjectServer.Request;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** The pieces that right and wrong answers are made of. */
public final class Answers {
  public static final String ETAG_LINE = "ETag: " + ObjectServer.ETAG;
  public static final String PARTIAL = "HTTP/1.1 206 Partial Content";
  public static final String OK = "HTTP/1.1 200 OK";

  /** A server as it should be. */
  public static final Answer GOOD = Answers::good;

  private Answers() {}

  private static void good(Request request, Connection to) throws IOException {
    if (!request.line().startsWith("GET ")) {
      throw new IllegalStateException("unexpected request: " + request.line());
    }
    if (!request.headers().getOrDefault("if-match", ObjectServer.ETAG).equals(ObjectServer.ETAG)) {
      to.head("HTTP/1.1 412 Precondition Failed", "Content-Length: 0");
      return;
    }
    if (request.first() >= to.length()) {
      to.head(
          "HTTP/1.1 416 Range Not Satisfiable",
          "Content-Range: bytes */" + to.length(),
          "Content-Length: 0");
      return;
    }
    long last = Math.min(request.last(), to.length() - 1);
    to.head(
        PARTIAL,
        ETAG_LINE,
        "Content-Length: " + (last - request.first() + 1),
        range(request.first(), last, to.length()));
    to.bytes(request.first(), last);
  }

  public static String range(long first, long last, long total) {
    return "Content-Range: bytes " + first + "-" + last + "/" + total;
  }

  /** The right range's headers, with its Content-Length and these lines in addition. */
  public static void partialHead(Request request, Connection to, String... more)
      throws IOException {
    String[] lines = new String[more.length + 4];
    lines[0] = PARTIAL;
    lines[1] = ETAG_LINE;
    lines[2] = "Content-Length: " + (request.last() - request.first() + 1);
    lines[3] = range(request.first(), request.last(), to.length());
    System.arraycopy(more, 0, lines, 4, more.length);
    to.head(lines);
  }

  /** A body in one chunk of its own framing. */
  static void chunk(Connection to, long first, long last) throws IOException {
    ascii(to, Long.toHexString(last - first + 1) + "\r\n");
    to.bytes(first, last);
    ascii(to, "\r\n");
  }

  static void ascii(Connection to, String text) throws IOException {
    to.out().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static void status(Connection to, String status, String... more) throws IOException {
    to.head("HTTP/1.1 " + status + "\r\nContent-Length: 0", String.join("\r\n", more));
  }

  static long middle(Request request) {
    return (request.first() + request.last()) / 2;
  }

  /** Longer than any client of these tests waits. */
  static void stall(Connection to) throws IOException {
    to.out().flush();
    pause(3000);
    throw new HangUp(false);
  }

  static void pause(long millis) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      throw new HangUp(true);
    }
  }
}
