package io.pcr.reader.http;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;

/**
 * A server of one object on loopback, down at the socket, so that a test can make it answer
 * anything at all.
 */
public final class ObjectServer implements Closeable {
  static final String ETAG = "\"version-1\"";

  /** One request as it came: the first line, and the headers with names in lower case. */
  record Request(String line, Map<String, String> headers) {
    long first() {
      return Long.parseLong(range()[0]);
    }

    long last() {
      return Long.parseLong(range()[1]);
    }

    private String[] range() {
      String range = headers.getOrDefault("range", "");
      if (!range.matches("bytes=\\d+-\\d+")) {
        throw new IllegalStateException("not one bounded range: '" + range + "'");
      }
      return range.substring("bytes=".length()).split("-", 2);
    }
  }

  /** What goes back; closing the connection is up to it, by throwing {@link HangUp}. */
  @FunctionalInterface
  interface Answer {
    void write(Request request, Connection connection) throws IOException;
  }

  /** Ends the connection, quietly or with a reset. */
  static final class HangUp extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean reset;

    HangUp(boolean reset) {
      super("hang up");
      this.reset = reset;
    }
  }

  private final byte[] content;
  private final ServerSocket socket;
  private final IntFunction<Answer> answers;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Throwable> problems = new CopyOnWriteArrayList<>();

  private ObjectServer(byte[] content, ServerSocket socket, IntFunction<Answer> answers) {
    this.content = content;
    this.socket = socket;
    this.answers = answers;
  }

  /** A server that behaves. */
  public static ObjectServer start(byte[] content) throws IOException {
    return start(content, number -> Answers.GOOD);
  }

  /**
   * @param answers what to do with request 0, 1, 2, …
   */
  static ObjectServer start(byte[] content, IntFunction<Answer> answers) throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ObjectServer server = new ObjectServer(content, socket, answers);
    Thread acceptor = new Thread(server::accept, "object-server");
    acceptor.setDaemon(true);
    acceptor.start();
    return server;
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/object");
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  byte[] content() {
    return content;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        connections.add(connection);
        Thread thread = new Thread(() -> serve(connection), "object-server-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        return; // Closed.
      }
    }
  }

  private void serve(Socket socketOfClient) {
    try (Socket client = socketOfClient) {
      client.setTcpNoDelay(true);
      Connection connection = new Connection(this, client.getOutputStream());
      InputStream in = new BufferedInputStream(client.getInputStream());
      while (true) {
        Request request = readRequest(in);
        if (request == null) {
          return;
        }
        int number;
        synchronized (requests) {
          number = requests.size();
          requests.add(request);
        }
        try {
          answers.apply(number).write(request, connection);
          connection.out().flush();
        } catch (HangUp e) {
          if (e.reset) {
            client.setSoLinger(true, 0);
          }
          return;
        }
      }
    } catch (IOException e) {
      // The client went away, which it may.
    } catch (RuntimeException | Error e) {
      problems.add(e);
    } finally {
      connections.remove(socketOfClient);
    }
  }

  private static Request readRequest(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        if (line.length() == 0) {
          return parse(lines);
        }
        lines.add(line.toString());
        line.setLength(0);
      } else if (b != '\r') {
        line.append((char) b);
      }
    }
    return null;
  }

  private static Request parse(List<String> lines) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
    }
    return new Request(lines.get(0), headers);
  }

  @Override
  public void close() throws IOException {
    socket.close();
    for (Socket connection : connections) {
      connection.close();
    }
    if (!problems.isEmpty()) {
      throw new UncheckedIOException(new IOException("the server failed", problems.get(0)));
    }
  }

  /** The way back to a client. */
  record Connection(ObjectServer server, OutputStream out) {
    void head(String... lines) throws IOException {
      out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    void bytes(long from, long toInclusive) throws IOException {
      out.write(server.content, (int) from, (int) (toInclusive - from + 1));
    }

    long length() {
      return server.content.length;
    }
  }
}
