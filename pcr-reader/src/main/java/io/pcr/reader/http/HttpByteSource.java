package io.pcr.reader.http;

import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.internal.source.SourceReads;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpReadException.Reason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * An object on an HTTP or HTTPS server, read with bounded range requests.
 *
 * <p>The source remembers the validator and length of the first response. If a later response
 * belongs to another version of the object, the read throws an {@link HttpReadException} with
 * {@link Reason#OBJECT_CHANGED}. So bytes of two versions are never mixed if the server sends
 * validators. After a lost connection, a time-out or the answer of a busy server the source tries
 * again, as {@link HttpOptions} say; an attempt continues where the previous one stopped. A read
 * never takes longer than the attempts that the options allow.
 *
 * <p>Thread-safe; each read is a separate request on a pooled connection. Opening sends nothing.
 * {@link #length()}, if called before any read, fetches the first 64 KiB of the object; later reads
 * of these bytes are served from memory. Whoever opens a source closes it; after that, its reads
 * fail.
 */
public final class HttpByteSource implements ByteSource {
  /**
   * The number of bytes that {@link #length()} fetches: enough for the head, the region table and
   * usually the manifest.
   */
  static final int HEAD_BYTES = 64 * 1024;

  private final URI uri;
  private final HttpOptions options;
  private final RangeClient client;
  private final AtomicReference<ObjectVersion> pinned = new AtomicReference<>();
  private final Sleep sleep;
  private volatile ByteBuffer head = ByteBuffer.allocate(0);
  private volatile boolean closed;

  private HttpByteSource(URI uri, HttpOptions options, Sleep sleep) {
    this.uri = uri;
    this.options = options;
    this.sleep = sleep;
    this.client = new RangeClient(uri, options);
  }

  /** Opens an object with default options; sends nothing. */
  public static HttpByteSource open(URI uri) {
    return open(uri, HttpOptions.DEFAULT);
  }

  /**
   * Opens an object; sends nothing.
   *
   * @throws IllegalArgumentException when the URI is not an absolute http or https URI
   */
  public static HttpByteSource open(URI uri, HttpOptions options) {
    return open(uri, options, wait -> TimeUnit.NANOSECONDS.sleep(wait.toNanos()));
  }

  /** Waits between attempts. */
  interface Sleep {
    void over(Duration wait) throws InterruptedException;
  }

  static HttpByteSource open(URI uri, HttpOptions options, Sleep sleep) {
    if (!takes(uri)) {
      throw new IllegalArgumentException("not an http or https URI: " + name(uri));
    }
    return new HttpByteSource(uri, options, sleep);
  }

  /** Whether a URI is an absolute http or https URI. */
  public static boolean takes(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    return uri.getHost() != null && (scheme.equals("http") || scheme.equals("https"));
  }

  /** A URI in a form that is safe to show: without user and query, which may be secret. */
  public static String name(URI uri) {
    return RangeClient.name(uri);
  }

  /** As {@link #name(URI)}, of a text that was meant to be a URI. */
  public static String name(String text) {
    return RangeClient.name(text);
  }

  @Override
  public long length() throws IOException {
    requireOpen();
    ObjectVersion version = pinned.get();
    if (version == null) {
      fetchHead(HEAD_BYTES);
      version = pinned.get();
    }
    if (version.length() == ContentRange.UNKNOWN) {
      throw failure(Reason.PROTOCOL, ResponseCheck.OK, "does not give the object's length", null);
    }
    return version.length();
  }

  @Override
  public ByteBuffer readFirst(int most) throws IOException {
    requireOpen();
    fetchHead(most);
    return ByteSource.super.readFirst(most);
  }

  private synchronized void fetchHead(int length) throws IOException {
    if (pinned.get() == null) {
      ByteBuffer bytes = ByteBuffer.allocate(length);
      int got = fetch(0, bytes, true);
      head = bytes.slice(0, got).asReadOnlyBuffer();
    }
  }

  @Override
  public void readFully(long position, ByteBuffer dst) throws IOException {
    requireOpen();
    ObjectVersion version = pinned.get();
    boolean lengthKnown = version != null && version.length() != ContentRange.UNKNOWN;
    SourceReads.checkRead(
        this, position, dst.remaining(), lengthKnown ? version.length() : Long.MAX_VALUE);
    if (dst.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    ByteBuffer known = head;
    long start = position;
    if (position < known.capacity()) {
      int bytes = Math.min(dst.remaining(), known.capacity() - (int) position);
      dst.put(known.slice((int) position, bytes));
      start += bytes;
    }
    if (dst.hasRemaining()) {
      fetch(start, dst.slice(), false);
      dst.position(dst.limit());
    }
  }

  /**
   * Fills {@code target} from {@code position} on; with {@code clamp}, up to the end of the object.
   * Returns the number of bytes.
   */
  private int fetch(long position, ByteBuffer target, boolean clamp) throws IOException {
    int wanted = target.remaining();
    int done = 0;
    for (int attempts = 1; ; attempts++) {
      ResponseCheck check =
          new ResponseCheck(
              position + done, wanted - done, clamp, Optional.ofNullable(pinned.get()));
      RangeClient.Attempt attempt = client.attempt(check, target.slice(done, wanted - done));
      requireOpen();
      if (attempt.hasBody()) {
        pin(attempt.verdict());
      }
      if (attempt.isComplete()) {
        return done + attempt.received();
      }
      refuseToRetry(attempt, attempts, position, wanted);
      done = canContinue(attempt) ? done + attempt.received() : 0;
      sleep(waitAfter(attempt, attempts, position, wanted));
    }
  }

  /** Continuing in the middle is safe only if {@code If-Match} binds the server to one version. */
  private boolean canContinue(RangeClient.Attempt attempt) {
    ObjectVersion version = pinned.get();
    boolean whole = attempt.verdict() != null && attempt.verdict().isWholeObject();
    return version != null && version.isStrong() && !whole;
  }

  private void refuseToRetry(RangeClient.Attempt attempt, int attempts, long position, int wanted)
      throws IOException {
    if (attempt.failure() == null && attempt.verdict().kind() != Verdict.Kind.BUSY) {
      throw fatal(attempt.verdict(), position, wanted);
    }
    if (attempt.failure() instanceof InterruptedIOException interrupted) {
      throw interrupted;
    }
    if (attempts == options.maxAttempts()) {
      throw failure(
          Reason.UNAVAILABLE,
          attempt.status(),
          "gave up after "
              + attempts
              + " attempts at "
              + range(position, wanted)
              + ": "
              + attempt.problem(),
          attempt.failure());
    }
  }

  private void pin(Verdict verdict) throws HttpReadException {
    ObjectVersion version = verdict.version().orElseThrow();
    ObjectVersion first = pinned.compareAndExchange(null, version);
    if (first == null) {
      return;
    }
    String difference = first.difference(version);
    if (!difference.isEmpty()) {
      throw failure(Reason.OBJECT_CHANGED, verdict.status(), difference, null);
    }
    if (first.length() == ContentRange.UNKNOWN) {
      pinned.compareAndSet(first, first.withLength(version.length()));
    }
  }

  private IOException fatal(Verdict verdict, long position, int wanted) {
    String detail = verdict.detail() + " for " + range(position, wanted);
    return switch (verdict.kind()) {
      case TOO_SHORT -> SourceReads.truncated(this, position, wanted, verdict.bytes());
      case CHANGED ->
          failure(Reason.OBJECT_CHANGED, verdict.status(), "the object changed: " + detail, null);
      case REFUSED -> failure(Reason.REFUSED, verdict.status(), detail, null);
      case NO_RANGES -> failure(Reason.NO_RANGES, verdict.status(), detail, null);
      default -> failure(Reason.PROTOCOL, verdict.status(), detail, null);
    };
  }

  private Duration waitAfter(RangeClient.Attempt attempt, int failures, long position, int wanted)
      throws HttpReadException {
    Duration asked =
        attempt.verdict() == null
            ? Duration.ZERO
            : attempt.verdict().retryAfter().orElse(Duration.ZERO);
    if (asked.compareTo(options.maxBackoff()) > 0) {
      throw failure(
          Reason.UNAVAILABLE,
          attempt.verdict().status(),
          "asks to wait " + asked.toSeconds() + " s for " + range(position, wanted),
          null);
    }
    Duration ours = Backoff.beforeNext(failures, options);
    return asked.compareTo(ours) > 0 ? asked : ours;
  }

  private void sleep(Duration wait) throws IOException {
    try {
      sleep.over(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while reading " + this);
    }
  }

  private HttpReadException failure(Reason reason, int status, String detail, Throwable cause) {
    return new HttpReadException(reason, status, this + ": " + detail, cause);
  }

  private static String range(long position, int wanted) {
    return "bytes " + position + "-" + (position + wanted - 1);
  }

  /** The ETag of the object, or its date if it has no ETag; empty when the server sends neither. */
  @Override
  public Optional<String> version() throws IOException {
    if (pinned.get() == null) {
      fetchHead(HEAD_BYTES);
    }
    ObjectVersion version = pinned.get();
    return Stream.of(version.etag(), version.lastModified()).filter(v -> !v.isEmpty()).findFirst();
  }

  private void requireOpen() {
    if (closed) {
      throw new AlreadyClosedException(this);
    }
  }

  @Override
  public void close() {
    closed = true;
    head = ByteBuffer.allocate(0);
  }

  @Override
  public String toString() {
    return RangeClient.name(uri);
  }
}
