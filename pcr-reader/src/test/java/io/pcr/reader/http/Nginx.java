package io.pcr.reader.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The web server nginx on loopback, where it is installed, serving one directory and logging each
 * request's status, range and body bytes.
 */
public final class Nginx implements Closeable {
  private static final List<String> PLACES =
      List.of("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx");

  private final Process process;
  private final Path log;
  private final URI base;

  private Nginx(Process process, Path log, URI base) {
    this.process = process;
    this.log = log;
    this.base = base;
  }

  /**
   * Starts a server where there is one to start.
   *
   * @param work for the server's own files
   * @param location further lines for the one location
   */
  public static Optional<Nginx> start(Path work, Path served, String... location)
      throws IOException, InterruptedException {
    Optional<String> binary =
        PLACES.stream().filter(p -> Files.isExecutable(Path.of(p))).findFirst();
    if (binary.isEmpty()) {
      return Optional.empty();
    }
    int port = freePort();
    Path log = work.resolve("access.log");
    Path config = work.resolve("nginx.conf");
    Files.writeString(config, configuration(work, served, log, port, location));
    Process process =
        new ProcessBuilder(binary.get(), "-c", config.toString(), "-p", work.toString())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("nginx.out").toFile())
            .start();
    Nginx nginx = new Nginx(process, log, URI.create("http://127.0.0.1:" + port + "/"));
    nginx.awaitStart();
    return Optional.of(nginx);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static String configuration(
      Path work, Path served, Path log, int port, String... location) {
    return String.join(
        "\n",
        "daemon off;",
        "master_process off;",
        "pid " + work.resolve("nginx.pid") + ";",
        "error_log " + work.resolve("error.log") + ";",
        "events { worker_connections 64; }",
        "http {",
        "  log_format ranges '$status $http_range $body_bytes_sent';",
        "  access_log " + log + " ranges;",
        Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            .map(kind -> "  " + kind + "_temp_path " + work.resolve(kind) + ";")
            .reduce("", (a, b) -> a + b + "\n"),
        "  server {",
        "    listen 127.0.0.1:" + port + ";",
        "    location / {",
        "      root " + served + ";",
        String.join("\n", location),
        "    }",
        "  }",
        "}");
  }

  private void awaitStart() throws IOException, InterruptedException {
    for (int i = 0; i < 100; i++) {
      HttpURLConnection connection =
          (HttpURLConnection) base.resolve("none").toURL().openConnection();
      try {
        connection.getResponseCode();
        return;
      } catch (IOException e) {
        TimeUnit.MILLISECONDS.sleep(50);
      } finally {
        connection.disconnect();
      }
    }
    throw new IOException(
        "nginx did not start: " + Files.readString(log.resolveSibling("nginx.out")));
  }

  public URI uri(String file) {
    return base.resolve(file);
  }

  /** {@code status range bytes} of each request for a range so far. */
  public List<String> requests() throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains("bytes=")).toList();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
