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
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A server of objects on loopback, down at the socket, so that a test can make it answer anything
 * at all. The test that starts it closes it; all else is thread-safe.
 */
public final class ObjectServer implements Closeable {
  /** The validator of every object. */
  public static final String ETAG = "\"version-1\"";

  /**
   * One request as it came.
   *
   * @param number of the request, from 0
   * @param line the first line
   * @param headers with names in lower case
   */
  public record Request(int number, String line, Map<String, String> headers) {
    /** The path, without the slash that it begins with and without a query. */
    public String name() {
      return line.split(" ", 3)[1].substring(1).split("\\?", 2)[0];
    }

    public long first() {
      return Long.parseLong(range()[0]);
    }

    public long last() {
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
  public interface Answer {
    void write(Request request, Connection connection) throws IOException;
  }

  /** Ends the connection, quietly or with a reset. */
  public static final class HangUp extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean reset;

    public HangUp(boolean reset) {
      super("hang up");
      this.reset = reset;
    }
  }

  private final Function<String, byte[]> contents;
  private final ServerSocket socket;
  private final IntFunction<Answer> answers;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<Throwable> problems = new CopyOnWriteArrayList<>();

  private ObjectServer(
      Function<String, byte[]> contents, ServerSocket socket, IntFunction<Answer> answers) {
    this.contents = contents;
    this.socket = socket;
    this.answers = answers;
  }

  /** A server that behaves. */
  public static ObjectServer start(byte[] content) throws IOException {
    return start(content, number -> Answers.GOOD);
  }

  /**
   * A server that has the same object under every name.
   *
   * @param answers what to do with request 0, 1, 2, …
   */
  public static ObjectServer start(byte[] content, IntFunction<Answer> answers) throws IOException {
    return start(name -> content, answers);
  }

  /**
   * A server of many objects.
   *
   * @param contents the object of each name
   * @param answers what to do with request 0, 1, 2, …
   */
  public static ObjectServer start(Function<String, byte[]> contents, IntFunction<Answer> answers)
      throws IOException {
    ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    ObjectServer server = new ObjectServer(contents, socket, answers);
    Thread acceptor = new Thread(server::accept, "object-server");
    acceptor.setDaemon(true);
    acceptor.start();
    return server;
  }

  public URI uri() {
    return uri("object");
  }

  public URI uri(String name) {
    return URI.create("http://127.0.0.1:" + socket.getLocalPort() + "/" + name);
  }

  /** The requests so far, in the order in which they came. */
  public List<Request> requests() {
    return List.copyOf(requests);
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
      InputStream in = new BufferedInputStream(client.getInputStream());
      while (true) {
        List<String> head = readHead(in);
        if (head == null) {
          return;
        }
        Request request = remember(head.get(0), headers(head));
        Connection connection =
            new Connection(contents.apply(request.name()), client.getOutputStream());
        try {
          answers.apply(request.number()).write(request, connection);
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

  private Request remember(String line, Map<String, String> headers) {
    synchronized (requests) {
      Request request = new Request(requests.size(), line, headers);
      requests.add(request);
      return request;
    }
  }

  private static List<String> readHead(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        if (line.length() == 0) {
          return lines;
        }
        lines.add(line.toString());
        line.setLength(0);
      } else if (b != '\r') {
        line.append((char) b);
      }
    }
    return null;
  }

  private static Map<String, String> headers(List<String> lines) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).trim());
    }
    return headers;
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

  /** The way back to a client that asked for an object. */
  public static final class Connection {
    private final byte[] content;
    private final OutputStream out;

    private Connection(byte[] content, OutputStream out) {
      this.content = content;
      this.out = out;
    }

    public OutputStream out() {
      return out;
    }

    /** Writes a status line and header lines. */
    public void head(String... lines) throws IOException {
      out.write((String.join("\r\n", lines) + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes these bytes of the object. */
    public void bytes(long from, long toInclusive) throws IOException {
      out.write(content, (int) from, (int) (toInclusive - from + 1));
    }

    /** How many bytes the object has. */
    public long length() {
      return content.length;
    }
  }
}
