package io.pcr.reader.http;

import io.pcr.reader.http.HttpReadException.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * Sends one range request, following redirects itself: the JDK would carry credentials to other
 * hosts.
 *
 * <p>All sources share one client, so one pool of connections; its threads are daemons of the
 * JDK's. HTTP/1.1, because with it a failing exchange takes no other with it.
 */
final class RangeClient {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  private static final Pattern UNPRINTABLE = Pattern.compile("[^\\x20-\\x7E]");

  private final URI origin;
  private final HttpOptions options;

  RangeClient(URI origin, HttpOptions options) {
    this.origin = origin;
    this.options = options;
  }

  /**
   * The outcome of one attempt.
   *
   * @param verdict what the headers said; null when there were none
   * @param failure how the connection failed; null when it did not
   * @param received bytes of the range that came either way
   */
  record Attempt(Verdict verdict, IOException failure, int received) {
    boolean isComplete() {
      return failure == null && hasBody();
    }

    boolean hasBody() {
      return verdict != null && verdict.kind() == Verdict.Kind.BODY;
    }

    int status() {
      return verdict == null ? 0 : verdict.status();
    }

    String problem() {
      if (failure == null) {
        return verdict.detail();
      }
      return words(failure);
    }
  }

  /** Some failures have no words of their own, some a server's, which may be anything. */
  private static String words(IOException failure) {
    if (isCausedBy(failure, UnresolvedAddressException.class)) {
      return "the host is not known";
    }
    if (isCausedBy(failure, ConnectException.class)) {
      return "no server answers there (ConnectException)";
    }
    String words = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return UNPRINTABLE.matcher(words).replaceAll("?");
  }

  private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks for the range of {@code check} and copies it to {@code target}; throws nothing that
   * another attempt could mend.
   */
  Attempt attempt(ResponseCheck check, ByteBuffer target) throws HttpReadException {
    URI uri = origin;
    for (int redirects = 0; ; redirects++) {
      RangeTransfer transfer = new RangeTransfer(check, target);
      Verdict verdict;
      try {
        verdict = exchange(request(uri, check), transfer, check.wanted());
      } catch (IOException e) {
        return new Attempt(transfer.verdict(), e, transfer.received());
      }
      if (verdict.kind() != Verdict.Kind.REDIRECT) {
        return new Attempt(verdict, null, transfer.received());
      }
      uri = follow(uri, verdict, redirects);
    }
  }

  private HttpRequest request(URI uri, ResponseCheck check) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .GET()
            .setHeader("Range", "bytes=" + check.from() + "-" + (check.from() + check.wanted() - 1))
            .setHeader("Accept-Encoding", "identity");
    check.pinned().ifPresent(version -> version.require(request));
    if (sameServer(uri, origin)) {
      if (origin.getUserInfo() != null) {
        request.setHeader("Authorization", basic(origin.getUserInfo()));
      }
      options.headers().forEach(request::setHeader);
    }
    return request.build();
  }

  private static String basic(String userInfo) {
    byte[] bytes = userInfo.getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }

  private Verdict exchange(HttpRequest request, RangeTransfer transfer, long bytes)
      throws IOException {
    CompletableFuture<HttpResponse<Void>> exchange = CLIENT.sendAsync(request, transfer);
    var unused =
        exchange.exceptionally(
            failure -> {
              transfer.fail(failure);
              return null;
            });
    try {
      return transfer.await(options.stallTimeout().toNanos(), options.attemptNanos(bytes));
    } finally {
      if (!transfer.hasEnded()) {
        exchange.cancel(true);
      }
    }
  }

  private URI follow(URI from, Verdict verdict, int redirects) throws HttpReadException {
    String problem = null;
    URI to = null;
    try {
      to = resolve(from, URI.create(verdict.detail()));
    } catch (IllegalArgumentException e) {
      problem = "redirects to something that is not a URI";
    }
    if (to != null) {
      problem = refusal(from, to);
    }
    if (redirects == options.maxRedirects()) {
      problem = "more than " + options.maxRedirects() + " redirects";
    }
    if (problem != null) {
      throw new HttpReadException(
          Reason.PROTOCOL, verdict.status(), name(origin) + ": " + problem, null);
    }
    return to;
  }

  /** As RFC 3986 has it; the JDK takes the last name off the path when there is a query alone. */
  private static URI resolve(URI from, URI location) {
    boolean queryAlone = location.toString().startsWith("?");
    return queryAlone ? from.resolve(from.getRawPath() + location) : from.resolve(location);
  }

  private static String refusal(URI from, URI to) {
    String scheme = to.getScheme() == null ? "" : to.getScheme().toLowerCase(Locale.ROOT);
    if (to.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
      return "redirects to something that is not HTTP";
    }
    return "https".equalsIgnoreCase(from.getScheme()) && scheme.equals("http")
        ? "redirects from https to http"
        : null;
  }

  private static boolean sameServer(URI a, URI b) {
    return a.getScheme().equalsIgnoreCase(b.getScheme())
        && a.getHost().equalsIgnoreCase(b.getHost())
        && a.getPort() == b.getPort();
  }

  /** The URI without what may be secret in it: user and query. */
  static String name(URI uri) {
    if (uri.getHost() == null) {
      return name(uri.toString());
    }
    String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
    return uri.getScheme() + "://" + uri.getHost() + port + uri.getPath();
  }

  /** A text that was meant to be a URI, without what may be secret in it. */
  static String name(String text) {
    return text.replaceFirst("(?s)[?#].*", "").replaceFirst("(?s)//[^/]*@", "//");
  }
}
