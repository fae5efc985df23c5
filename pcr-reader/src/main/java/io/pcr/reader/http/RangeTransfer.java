package io.pcr.reader.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/**
 * One response on its way into a buffer: the HTTP client's threads copy the body straight into it
 * while the reading thread waits. Once {@link #await} has returned or thrown, no thread touches the
 * buffer any more.
 */
final class RangeTransfer
    implements HttpResponse.BodyHandler<Void>, HttpResponse.BodySubscriber<Void> {
  private final ResponseCheck check;
  private final ByteBuffer target;
  private final CompletableFuture<Void> body = new CompletableFuture<>();

  private Flow.Subscription subscription;
  private Verdict verdict;
  private IOException failure;
  private boolean finished;
  private boolean ended;
  private int received;
  private long lastProgress = System.nanoTime();

  /**
   * @param target filled from its position on; its own position does not move
   */
  RangeTransfer(ResponseCheck check, ByteBuffer target) {
    this.check = check;
    this.target = target.slice();
  }

  @Override
  public synchronized HttpResponse.BodySubscriber<Void> apply(HttpResponse.ResponseInfo info) {
    lastProgress = System.nanoTime();
    verdict = check.judge(info);
    if (verdict.kind() != Verdict.Kind.BODY || verdict.bytes() == 0) {
      finish(null);
    }
    return this;
  }

  @Override
  public CompletionStage<Void> getBody() {
    return body;
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    if (finished) {
      newSubscription.cancel();
    } else {
      newSubscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (finished) {
        return;
      }
      accept(buffer);
    }
  }

  private void accept(ByteBuffer buffer) {
    lastProgress = System.nanoTime();
    int room = (int) verdict.bytes() - received;
    int usable = Math.min(room, buffer.remaining());
    target.put(received, buffer, buffer.position(), usable);
    received += usable;
    if (verdict.isWholeObject() && received == verdict.bytes()) {
      finish(null);
    } else if (usable < buffer.remaining()) {
      verdict = Verdict.protocol(verdict.status(), "sent more than the range");
      finish(null);
    }
  }

  @Override
  public synchronized void onError(Throwable throwable) {
    fail(throwable);
  }

  @Override
  public synchronized void onComplete() {
    subscription = null; // Nothing is left to cancel: the connection can serve again.
    ended = true;
    finish(
        received < verdict.bytes()
            ? new EOFException(
                "the body ended after " + received + " of " + verdict.bytes() + " bytes")
            : null);
  }

  /** The exchange ended without a usable response. */
  synchronized void fail(Throwable throwable) {
    Throwable cause =
        throwable instanceof CompletionException && throwable.getCause() != null
            ? throwable.getCause()
            : throwable;
    finish(cause instanceof IOException io ? io : new IOException(cause.toString(), cause));
  }

  private void finish(IOException problem) {
    if (finished) {
      return;
    }
    finished = true;
    failure = problem;
    if (subscription != null) {
      subscription.cancel();
    }
    body.complete(null);
    notifyAll();
  }

  /**
   * Waits for the end, however it comes.
   *
   * @return the verdict; with {@link Verdict.Kind#BODY} all its bytes are in the buffer
   * @throws IOException when the connection failed, the body ended early, or the time was up
   */
  synchronized Verdict await(long stallNanos, long attemptNanos) throws IOException {
    long deadline = System.nanoTime() + attemptNanos;
    while (!finished) {
      long left = Math.min(lastProgress + stallNanos, deadline) - System.nanoTime();
      if (left <= 0) {
        giveUpWaiting();
      } else {
        try {
          TimeUnit.NANOSECONDS.timedWait(this, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          finish(new InterruptedIOException("interrupted while reading"));
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return verdict;
  }

  private void giveUpWaiting() {
    if (verdict != null && verdict.kind() == Verdict.Kind.BODY && received == verdict.bytes()) {
      finish(null); // Everything is here; only the end of the response is missing.
    } else {
      finish(
          new HttpTimeoutException(
              verdict == null
                  ? "no response in time"
                  : "the body stopped or was too slow after " + received + " bytes"));
    }
  }

  /** What the headers said, or null when none came. */
  synchronized Verdict verdict() {
    return verdict;
  }

  /** Whether the response was read to its end, so that nothing of the exchange is left to stop. */
  synchronized boolean hasEnded() {
    return ended;
  }

  /** Bytes in the buffer so far. */
  synchronized int received() {
    return received;
  }
}
