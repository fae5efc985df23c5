package io.pcr.conformance.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An HTTP server on loopback down at the socket: what it serves by name, and how it answers, is up
 * to the test. One answer for each connection.
 */
final class RangeServer implements Closeable {
  private static final Pattern LINE = Pattern.compile("GET /(\\S*) HTTP/1\\.1");
  private static final Pattern RANGE = Pattern.compile("(?i)range: bytes=(\\d+)-(\\d+)");
  private static final Pattern MATCH = Pattern.compile("(?i)if-match: (.*)");

  /**
   * A request for a bounded range.
   *
   * @param number of the request, from 0
   * @param ifMatch the validator it is bound to; empty when it is not
   */
  record Request(int number, String name, int first, int last, String ifMatch) {}

  /** Writes what goes back. */
  interface Answer {
    void write(Request request, byte[] content, OutputStream out) throws IOException;
  }

  private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Function<String, byte[]> contents;
  private final Answer answer;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final List<Exception> problems = new CopyOnWriteArrayList<>();

  RangeServer(Function<String, byte[]> contents, Answer answer) throws IOException {
    this.contents = contents;
    this.answer = answer;
    Thread thread = new Thread(this::serve, "range-server");
    thread.setDaemon(true);
    thread.start();
  }

  String url(String name) {
    return "http://127.0.0.1:" + socket.getLocalPort() + "/" + name;
  }

  List<Request> requests() {
    return List.copyOf(requests);
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        Request request = read(client.getInputStream());
        requests.add(request);
        answer.write(request, contents.apply(request.name()), client.getOutputStream());
      } catch (SocketException e) {
        // This server was closed, or the client had enough, which it may.
      } catch (IOException | RuntimeException e) {
        problems.add(e);
      }
    }
  }

  private Request read(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new SocketException("gone");
      }
      head.append((char) next);
    }
    Matcher line = LINE.matcher(head);
    Matcher range = RANGE.matcher(head);
    Matcher match = MATCH.matcher(head);
    if (!line.find() || !range.find()) {
      throw new IOException("not one bounded range: " + head);
    }
    return new Request(
        requests.size(),
        line.group(1),
        Integer.parseInt(range.group(1)),
        Integer.parseInt(range.group(2)),
        match.find() ? match.group(1).strip() : "");
  }

  /** Writes a head: a status and header lines. */
  static void head(OutputStream out, String... lines) throws IOException {
    String head = "HTTP/1.1 " + String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
    if (!problems.isEmpty()) {
      throw new IOException("the server failed", problems.get(0));
    }
  }
}
