package io.pcr.reader.http;

import static io.pcr.reader.http.Answers.ETAG_LINE;
import static io.pcr.reader.http.Answers.OK;
import static io.pcr.reader.http.Answers.PARTIAL;
import static io.pcr.reader.http.Answers.ascii;
import static io.pcr.reader.http.Answers.chunk;
import static io.pcr.reader.http.Answers.middle;
import static io.pcr.reader.http.Answers.partialHead;
import static io.pcr.reader.http.Answers.pause;
import static io.pcr.reader.http.Answers.range;
import static io.pcr.reader.http.Answers.stall;
import static io.pcr.reader.http.Answers.status;

import io.pcr.reader.http.HttpReadException.Reason;
import io.pcr.reader.http.ObjectServer.Answer;
import io.pcr.reader.http.ObjectServer.HangUp;
import java.util.EnumSet;
import java.util.Set;

/**
 * What servers, proxies and networks do, and what a read must then end in: no reasons mean right
 * bytes.
 */
@SuppressWarnings("ImmutableEnumChecker") // The answers are lambdas that capture nothing.
public enum Misbehaviour {
  RESET_BEFORE_RESPONSE(
      (request, to) -> {
        throw new HangUp(true);
      }),
  CLOSE_BEFORE_RESPONSE(
      (request, to) -> {
        throw new HangUp(false);
      }),
  CLOSE_INSIDE_HEADERS(
      (request, to) -> {
        ascii(to, PARTIAL + "\r\nContent-Le");
        throw new HangUp(false);
      }),
  RESET_INSIDE_BODY(
      (request, to) -> {
        partialHead(request, to);
        to.bytes(request.first(), middle(request));
        to.out().flush();
        throw new HangUp(true);
      }),
  CLOSE_INSIDE_BODY(
      (request, to) -> {
        partialHead(request, to);
        to.bytes(request.first(), middle(request));
        throw new HangUp(false);
      }),
  CLOSE_ONE_BYTE_EARLY(
      (request, to) -> {
        partialHead(request, to);
        to.bytes(request.first(), request.last() - 1);
        throw new HangUp(false);
      }),
  STALL_BEFORE_RESPONSE((request, to) -> stall(to)),
  STALL_INSIDE_HEADERS(
      (request, to) -> {
        ascii(to, PARTIAL + "\r\nContent-Le");
        stall(to);
      }),
  STALL_BEFORE_BODY(
      (request, to) -> {
        partialHead(request, to);
        stall(to);
      }),
  STALL_INSIDE_BODY(
      (request, to) -> {
        partialHead(request, to);
        to.bytes(request.first(), middle(request));
        stall(to);
      }),
  STALL_AFTER_BODY(
      (request, to) -> {
        to.head(PARTIAL, ETAG_LINE, range(request.first(), request.last(), to.length()));
        to.bytes(request.first(), request.last());
        stall(to);
      }),
  SLOW_TRICKLE(
      (request, to) -> {
        partialHead(request, to);
        for (long at = request.first(); at < request.last(); at++) {
          to.bytes(at, at);
          to.out().flush();
          pause(50);
        }
        throw new HangUp(false);
      }),
  SHORTER_RANGE(
      (request, to) -> {
        long last = middle(request);
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + (last - request.first() + 1),
            range(request.first(), last, to.length()));
        to.bytes(request.first(), last);
      },
      Reason.PROTOCOL),
  LONGER_RANGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + to.length(),
            range(0, to.length() - 1, to.length()));
        to.bytes(0, to.length() - 1);
      },
      Reason.PROTOCOL),
  SHIFTED_RANGE(
      (request, to) -> {
        long shift = request.first() > 0 ? -1 : 1;
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + (request.last() - request.first() + 1),
            range(request.first() + shift, request.last() + shift, to.length()));
        to.bytes(request.first() + shift, request.last() + shift);
      },
      Reason.PROTOCOL),
  CONTENT_LENGTH_CONTRADICTS_RANGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + (request.last() - request.first()),
            range(request.first(), request.last(), to.length()));
        to.bytes(request.first(), request.last() - 1);
      },
      Reason.PROTOCOL),
  CHUNKED_BODY_LONGER_THAN_RANGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Transfer-Encoding: chunked",
            range(request.first(), request.last(), to.length()));
        chunk(to, request.first(), request.last());
        chunk(to, 0, 99);
        ascii(to, "0\r\n\r\n");
      },
      Reason.PROTOCOL),
  CHUNKED_BODY_SHORTER_THAN_RANGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Transfer-Encoding: chunked",
            range(request.first(), request.last(), to.length()));
        chunk(to, request.first(), middle(request));
        ascii(to, "0\r\n\r\n");
      }),
  CHUNKS_BESIDE_A_LENGTH(
      (request, to) -> {
        partialHead(request, to, "Transfer-Encoding: chunked");
        chunk(to, request.first(), request.last());
        ascii(to, "0\r\n\r\n");
      },
      Reason.PROTOCOL),
  TRANSFER_CODING_THAT_NOBODY_KNOWS(
      (request, to) -> {
        partialHead(request, to, "Transfer-Encoding: gzip");
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  TWO_LENGTHS(
      (request, to) -> {
        partialHead(request, to, "Content-Length: 5");
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  TWO_RANGES(
      (request, to) -> {
        partialHead(request, to, range(0, 99, to.length()));
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  TWO_ENCODINGS(
      (request, to) -> {
        partialHead(request, to, "Content-Encoding: identity", "Content-Encoding: gzip");
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  CHUNKS_ARE_GARBAGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Transfer-Encoding: chunked",
            range(request.first(), request.last(), to.length()));
        chunk(to, request.first(), middle(request));
        ascii(to, "zzzz\r\nnot a chunk\r\n");
        throw new HangUp(false);
      }),
  BYTES_AFTER_THE_BODY(
      (request, to) -> {
        partialHead(request, to);
        to.bytes(request.first(), request.last());
        ascii(to, "bytes nobody asked for");
      }),
  NO_LENGTH(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Connection: close",
            range(request.first(), request.last(), to.length()));
        to.bytes(request.first(), request.last());
        throw new HangUp(false);
      }),
  NO_CONTENT_RANGE(
      (request, to) -> {
        to.head(PARTIAL, ETAG_LINE, "Content-Length: " + (request.last() - request.first() + 1));
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  CONTENT_RANGE_IS_GARBAGE(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + (request.last() - request.first() + 1),
            "Content-Range: bytes -1-99999999999999999999/" + to.length());
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  OTHER_TOTAL_LENGTH(
      (request, to) -> {
        to.head(
            PARTIAL,
            ETAG_LINE,
            "Content-Length: " + (request.last() - request.first() + 1),
            range(request.first(), request.last(), to.length() + 1));
        to.bytes(request.first(), request.last());
      },
      Reason.OBJECT_CHANGED),
  OTHER_ETAG(
      (request, to) -> {
        to.head(
            PARTIAL,
            "ETag: \"version-2\"",
            "Content-Length: " + (request.last() - request.first() + 1),
            range(request.first(), request.last(), to.length()));
        to.out().write(new byte[(int) (request.last() - request.first() + 1)]);
      },
      Reason.OBJECT_CHANGED),
  LOST_ETAG(
      (request, to) -> {
        to.head(
            PARTIAL,
            "Content-Length: " + (request.last() - request.first() + 1),
            range(request.first(), request.last(), to.length()));
        to.out().write(new byte[(int) (request.last() - request.first() + 1)]);
      },
      Reason.OBJECT_CHANGED),
  OTHER_ETAG_OF_THE_SAME_BYTES(
      (request, to) -> {
        to.head(
            PARTIAL,
            "ETag: \"version-2\"",
            "Content-Length: " + (request.last() - request.first() + 1),
            range(request.first(), request.last(), to.length()));
        to.bytes(request.first(), request.last());
      },
      Reason.OBJECT_CHANGED),
  PRECONDITION_FAILED(
      (request, to) -> status(to, "412 Precondition Failed"), Reason.OBJECT_CHANGED),
  GZIP_ENCODED(
      (request, to) -> {
        partialHead(request, to, "Content-Encoding: gzip");
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  MULTIPART(
      (request, to) -> {
        partialHead(request, to, "Content-Type: multipart/byteranges; boundary=b");
        to.bytes(request.first(), request.last());
      },
      Reason.PROTOCOL),
  WHOLE_OBJECT(
      (request, to) -> {
        to.head(OK, ETAG_LINE, "Content-Length: " + to.length());
        to.bytes(0, to.length() - 1);
      }),
  WHOLE_OBJECT_WITHOUT_LENGTH(
      (request, to) -> {
        to.head(OK, ETAG_LINE, "Connection: close");
        to.bytes(0, to.length() - 1);
        throw new HangUp(false);
      }),
  EMPTY_OBJECT((request, to) -> to.head(OK, "Content-Length: 0")),
  TOO_MANY_REQUESTS((request, to) -> status(to, "429 Too Many Requests", "Retry-After: 0")),
  UNAVAILABLE_FOR_NOW((request, to) -> status(to, "503 Service Unavailable", "Retry-After: soon")),
  UNAVAILABLE_FOR_AN_HOUR(
      (request, to) -> status(to, "503 Service Unavailable", "Retry-After: 3600"),
      Reason.UNAVAILABLE),
  INTERNAL_ERROR((request, to) -> status(to, "500 Internal Server Error", "X: y")),
  NOT_FOUND((request, to) -> status(to, "404 Not Found", "X: y"), Reason.REFUSED),
  FORBIDDEN((request, to) -> status(to, "403 Forbidden", "X: y"), Reason.REFUSED),
  RANGE_NOT_SATISFIABLE(
      (request, to) ->
          status(to, "416 Range Not Satisfiable", "Content-Range: bytes */" + to.length()),
      Reason.PROTOCOL),
  REDIRECT_ELSEWHERE((request, to) -> status(to, "307 Temporary Redirect", "Location: /elsewhere")),
  REDIRECT_TO_NOWHERE((request, to) -> status(to, "302 Found", "X: y"), Reason.PROTOCOL),
  REDIRECT_TO_A_FILE(
      (request, to) -> status(to, "302 Found", "Location: file:///etc/hostname"), Reason.PROTOCOL),
  REDIRECT_TO_GARBAGE(
      (request, to) -> status(to, "302 Found", "Location: http://[not a host/"), Reason.PROTOCOL),
  STATUS_LINE_IS_GARBAGE(
      (request, to) -> {
        ascii(to, "SSH-2.0-server\r\n\r\n");
        throw new HangUp(false);
      }),
  ENDLESS_HEADERS(
      (request, to) -> {
        ascii(to, PARTIAL + "\r\n");
        for (int i = 0; i < 2_000_000; i++) {
          ascii(to, "X-" + i + ": y\r\n");
        }
        throw new HangUp(false);
      }),
  ENDLESS_HEADER(
      (request, to) -> {
        ascii(to, PARTIAL + "\r\nX: ");
        for (int i = 0; i < 2_000; i++) {
          ascii(to, "0123456789abcdef".repeat(512));
        }
        throw new HangUp(false);
      });

  private final Answer answer;
  private final Set<Reason> reasons;

  Misbehaviour(Answer answer, Reason... reasons) {
    this.answer = answer;
    this.reasons = EnumSet.noneOf(Reason.class);
    this.reasons.addAll(Set.of(reasons));
  }

  public Answer answer() {
    return answer;
  }

  /**
   * The reasons that a read may end with when this happens; empty when it must give the right
   * bytes.
   */
  Set<Reason> reasons(boolean toFirstRequest) {
    if ((this == WHOLE_OBJECT || this == WHOLE_OBJECT_WITHOUT_LENGTH) && !toFirstRequest) {
      return EnumSet.of(Reason.NO_RANGES);
    }
    if (this == EMPTY_OBJECT) {
      return EnumSet.of(Reason.OBJECT_CHANGED);
    }
    if (this == RANGE_NOT_SATISFIABLE && !toFirstRequest) {
      return EnumSet.of(Reason.PROTOCOL);
    }
    return reasons;
  }
}
