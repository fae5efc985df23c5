package io.pcr.conformance.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves the files of a folder by ranges, on loopback, to those who send the signature with each
 * request; all others get 403. Remembers what it was asked for.
 */
public final class SignedServer implements Closeable {
  private static final String QUERY = "signature=a%2Fb%3D&expires=1";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Path folder;
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> unsigned = new CopyOnWriteArrayList<>();

  private SignedServer(HttpServer server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  /** Begins to serve a folder. */
  public static SignedServer start(Path folder) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    SignedServer server = new SignedServer(http, folder);
    http.createContext("/data/", server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  /** The signed address of a file or folder of what is served. */
  public URI uri(String name) {
    int port = server.getAddress().getPort();
    return URI.create("http://127.0.0.1:" + port + "/data/" + name + "?" + QUERY);
  }

  /** The names of the files that were asked for, once for each request. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  /** The requests that came without the signature. */
  List<String> unsigned() {
    return List.copyOf(unsigned);
  }

  void clear() {
    requests.clear();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring("/data/".length());
      requests.add(name);
      if (!QUERY.equals(exchange.getRequestURI().getRawQuery())) {
        unsigned.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(403, -1);
        return;
      }
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      range(exchange, Files.readAllBytes(file));
    }
  }

  private static void range(HttpExchange exchange, byte[] content) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    String[] ends = range.substring("bytes=".length()).split("-", 2);
    int first = Integer.parseInt(ends[0]);
    int end = (int) Math.min(Long.parseLong(ends[1]) + 1, content.length);
    exchange.getResponseHeaders().set("ETag", "\"" + Arrays.hashCode(content) + "\"");
    if (first >= end) {
      exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
      exchange.sendResponseHeaders(416, -1);
      return;
    }
    String sent = "bytes " + first + "-" + (end - 1) + "/" + content.length;
    exchange.getResponseHeaders().set("Content-Range", sent);
    exchange.sendResponseHeaders(206, end - first);
    exchange.getResponseBody().write(content, first, end - first);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
