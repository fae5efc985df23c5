package io.pcr.conformance.http;

import static io.pcr.conformance.http.RangeServer.head;

import java.io.IOException;
import java.io.OutputStream;

/** How a server may answer a request for a range, well or badly. */
enum ServerLie implements RangeServer.Answer {
  NONE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length, ETAG);
      out.write(content, first, last + 1 - first);
    }
  },
  OTHER_RANGE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      int shift = first == 0 ? 1 : -1;
      NONE.write(first + shift, Math.min(last + shift, content.length - 1), content, out);
    }
  },
  OTHER_BYTES_THAN_SAID {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length, ETAG);
      out.write(content, first == 0 ? 1 : first - 1, last + 1 - first);
    }
  },
  SHORTER_RANGE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      NONE.write(first, last - 1, content, out);
    }
  },
  HANGS_UP {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length, ETAG);
      out.write(content, first, (last + 1 - first) / 2);
    }
  },
  LENGTH_IS_NOT_THE_RANGES {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      String range = "Content-Range: bytes " + first + "-" + last + "/" + content.length;
      head(out, "206 Partial Content", range, ETAG, "Content-Length: " + (last - first));
      out.write(content, first, last - first);
    }
  },
  OTHER_TOTAL {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length + 1, ETAG);
      out.write(content, first, last + 1 - first);
    }
  },
  OTHER_ETAG {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length, "ETag: \"version 2\"");
      out.write(content, first, last + 1 - first);
    }
  },
  LOST_ETAG {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      partial(out, first, last, content.length, "X: y");
      out.write(content, first, last + 1 - first);
    }
  },
  PRECONDITION_FAILED {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "412 Precondition Failed", "Content-Length: 0");
    }
  },
  ENCODED {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      String range = "Content-Range: bytes " + first + "-" + last + "/" + content.length;
      head(out, "206 Partial Content", range, ETAG, "Content-Encoding: gzip");
      out.write(content, first, last + 1 - first);
    }
  },
  TWO_RANGES {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      String range = "Content-Range: bytes " + first + "-" + last + "/" + content.length;
      head(out, "206 Partial Content", "Content-Range: bytes 0-9/10", range, ETAG);
      out.write(content, first, last + 1 - first);
    }
  },
  NO_RANGE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "206 Partial Content", ETAG, "Content-Length: " + (last + 1 - first));
      out.write(content, first, last + 1 - first);
    }
  },
  RANGE_IS_GARBAGE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      String range = "Content-Range: bytes -1-99999999999999999999/" + content.length;
      head(out, "206 Partial Content", range, ETAG);
      out.write(content, first, last + 1 - first);
    }
  },
  WHOLE_OBJECT {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "200 OK", ETAG, "Content-Length: " + content.length);
      out.write(content);
    }
  },
  WHOLE_OBJECT_WITHOUT_LENGTH {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "200 OK", ETAG);
      out.write(content);
    }
  },
  NOT_FOUND {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "404 Not Found", "Content-Length: 0");
    }
  },
  UNAVAILABLE {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      head(out, "503 Service Unavailable", "Content-Length: 0");
    }
  },
  NO_HTTP {
    @Override
    void write(int first, int last, byte[] content, OutputStream out) throws IOException {
      out.write(content, first, last + 1 - first);
    }
  };

  private static final String ETAG = "ETag: \"version 1\"";

  /** Answers a request for a range that the content has. */
  abstract void write(int first, int last, byte[] content, OutputStream out) throws IOException;

  @Override
  public void write(RangeServer.Request request, byte[] content, OutputStream out)
      throws IOException {
    if (request.first() >= content.length) {
      String range = "Content-Range: bytes */" + content.length;
      head(out, "416 Range Not Satisfiable", range, "Content-Length: 0");
    } else {
      write(request.first(), Math.min(request.last(), content.length - 1), content, out);
    }
  }

  private static void partial(OutputStream out, int first, int last, int total, String etag)
      throws IOException {
    String range = "Content-Range: bytes " + first + "-" + last + "/" + total;
    head(out, "206 Partial Content", range, etag, "Content-Length: " + (last + 1 - first));
  }
}
