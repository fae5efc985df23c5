package io.pcr.reader.http;

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

/** Serves the files of a folder by ranges, and remembers what it was asked for. */
public final class FolderServer implements Closeable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Path folder;
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private FolderServer(HttpServer server, Path folder) {
    this.server = server;
    this.folder = folder;
  }

  public static FolderServer start(Path folder) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FolderServer server = new FolderServer(http, folder);
    http.createContext("/", server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  public URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** {@code name first-last} of each request so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  public void clear() {
    requests.clear();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String name = exchange.getRequestURI().getPath().substring(1);
      Path file = folder.resolve(name);
      String range = exchange.getRequestHeaders().getFirst("Range");
      requests.add(name + " " + range.substring("bytes=".length()));
      if (!Files.isRegularFile(file)) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      byte[] content = Files.readAllBytes(file);
      String etag = "\"" + Arrays.hashCode(content) + "\"";
      String match = exchange.getRequestHeaders().getFirst("If-Match");
      if (match != null && !match.equals(etag)) {
        exchange.sendResponseHeaders(412, -1);
        return;
      }
      String[] ends = range.substring("bytes=".length()).split("-", 2);
      int first = Integer.parseInt(ends[0]);
      int end = (int) Math.min(Long.parseLong(ends[1]) + 1, content.length);
      exchange.getResponseHeaders().set("ETag", etag);
      if (first >= end) {
        exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
        exchange.sendResponseHeaders(416, -1);
        return;
      }
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes " + first + "-" + (end - 1) + "/" + content.length);
      exchange.sendResponseHeaders(206, end - first);
      exchange.getResponseBody().write(content, first, end - first);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
