package io.pcr.reader.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Serves the files of a folder by ranges, on loopback, and remembers what it was asked for. One
 * that is signed answers 403 to those who do not send the signature with each request. The test
 * that starts it closes it; all else is thread-safe.
 */
public final class FolderServer implements Closeable {
  private static final String ROOT = "/data/";
  private static final String SIGNATURE = "signature=a%2Fb%3D&expires=1";

  private final HttpServer server;

  /** As many as a test ever holds back at the same time, and some that are answered. */
  private static final int THREADS = 80;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final Path folder;

  /** Of each address; null for none. */
  private final String query;

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> unsigned = new CopyOnWriteArrayList<>();
  private final List<Together> together = new CopyOnWriteArrayList<>();

  /** Requests that are answered when the last of them has come. */
  private record Together(Predicate<String> which, CountDownLatch missing) {
    void await(String request) throws IOException {
      if (which.test(request)) {
        missing.countDown();
        try {
          if (!missing.await(1, TimeUnit.MINUTES)) {
            throw new IOException("no more requests came beside " + request);
          }
        } catch (InterruptedException e) {
          throw new InterruptedIOException(request);
        }
      }
    }
  }

  private static final byte[] PAGE =
      "<html><body>This page does not exist.</body></html>".getBytes(StandardCharsets.UTF_8);

  /** The status of the answer about a file that is not there. */
  private volatile int missing = 404;

  private FolderServer(HttpServer server, Path folder, String query) {
    this.server = server;
    this.folder = folder;
    this.query = query;
  }

  /** Begins to serve a folder to everybody. */
  public static FolderServer start(Path folder) throws IOException {
    return start(folder, null);
  }

  /** Begins to serve a folder to those who know the signature. */
  public static FolderServer startSigned(Path folder) throws IOException {
    return start(folder, SIGNATURE);
  }

  private static FolderServer start(Path folder, String query) throws IOException {
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    FolderServer server = new FolderServer(http, folder, query);
    http.createContext(ROOT, server::answer);
    http.setExecutor(server.threads);
    http.start();
    return server;
  }

  public URI uri() {
    return uri("");
  }

  /** The address of a file or folder of what is served, with the signature if there is one. */
  public URI uri(String name) {
    String plain = "http://127.0.0.1:" + server.getAddress().getPort() + ROOT + name;
    return URI.create(query == null ? plain : plain + "?" + query);
  }

  /** {@code name first-last} of each request so far. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  /** The requests that came without the signature. */
  public List<String> unsigned() {
    return List.copyOf(unsigned);
  }

  /**
   * Answers otherwise about files that are not there: with another status, or for 200 and 206 with
   * a page.
   */
  public void answerMissingWith(int status) {
    missing = status;
  }

  public void clear() {
    requests.clear();
  }

  /**
   * Answers some requests, in the form of {@link #requests}, only when so many of them have come: a
   * client that sends one after the other gets none.
   */
  public void answerTogether(Predicate<String> which, int count) {
    together.add(new Together(which, new CountDownLatch(count)));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      URI uri = exchange.getRequestURI();
      String name = uri.getPath().substring(ROOT.length());
      String range = exchange.getRequestHeaders().getFirst("Range");
      String request = name + " " + range.substring("bytes=".length());
      requests.add(request);
      for (Together held : together) {
        held.await(request);
      }
      if (query != null && !Objects.equals(query, uri.getRawQuery())) {
        unsigned.add(uri.toString());
        exchange.sendResponseHeaders(403, -1);
        return;
      }
      Path file = folder.resolve(name);
      if (!Files.isRegularFile(file)) {
        answerMissing(exchange, range);
        return;
      }
      range(exchange, range, Files.readAllBytes(file));
    }
  }

  private void answerMissing(HttpExchange exchange, String range) throws IOException {
    if (missing == 206) {
      range(exchange, range, PAGE);
    } else if (missing == 200) {
      exchange.sendResponseHeaders(200, PAGE.length);
      exchange.getResponseBody().write(PAGE);
    } else {
      exchange.sendResponseHeaders(missing, -1);
    }
  }

  private static void range(HttpExchange exchange, String range, byte[] content)
      throws IOException {
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

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
