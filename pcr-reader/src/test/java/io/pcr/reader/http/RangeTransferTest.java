package io.pcr.reader.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.ResponseInfo;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RangeTransferTest {
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(5);

  private static final ResponseInfo RESPONSE =
      new ResponseInfo() {
        @Override
        public int statusCode() {
          return 206;
        }

        @Override
        public HttpHeaders headers() {
          return HttpHeaders.of(
              Map.of("content-range", List.of("bytes 0-3/9")), (name, value) -> true);
        }

        @Override
        public HttpClient.Version version() {
          return HttpClient.Version.HTTP_1_1;
        }
      };

  /** A connection that sends on after it was told to stop. */
  private static final class Deaf implements Flow.Subscription {
    private boolean cancelled;

    @Override
    public void request(long n) {}

    @Override
    public void cancel() {
      cancelled = true;
    }
  }

  @Test
  void bytesThatComeAfterTheWaitDoNotReachTheBuffer() {
    ByteBuffer buffer = ByteBuffer.allocate(4);
    Deaf connection = new Deaf();
    RangeTransfer transfer =
        new RangeTransfer(new ResponseCheck(0, 4, false, Optional.empty()), buffer);
    transfer.apply(RESPONSE).onSubscribe(connection);
    transfer.onNext(List.of(ByteBuffer.wrap(new byte[] {1, 2})));
    assertThrows(HttpTimeoutException.class, () -> transfer.await(SOON, SOON));
    assertTrue(connection.cancelled);
    transfer.onNext(List.of(ByteBuffer.wrap(new byte[] {3, 4})));
    assertArrayEquals(new byte[] {1, 2, 0, 0}, buffer.array());
    assertEquals(2, transfer.received());
  }
}
