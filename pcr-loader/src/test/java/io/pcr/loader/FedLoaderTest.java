package io.pcr.loader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.Rates;
import io.pcr.loader.policy.RatesOfAllRanks;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.source.Link;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * The policy {@code fed} behind a store that is far slower than its caller, which does nothing with
 * its batches: whatever the clock says, this caller waits.
 */
class FedLoaderTest extends LoaderFixture {
  private static final int PERIOD = 2;
  private static final int EPOCH = 5;
  private static final int EPOCHS = 8;

  /** Behind a period that is not judged, one that is, and the one for which reading has begun. */
  private static final int SLOW_FROM = 3 * PERIOD;

  private static final List<Fidelity> CANDIDATES =
      List.of(Fidelity.atMost(1), Fidelity.atMost(3), Fidelity.FULL);

  private final List<RecordingByteSource> sources = new CopyOnWriteArrayList<>();

  /** The same dataset behind a link, which counts what is read. */
  private PcrDataset slow() throws IOException {
    Link link = new Link(200e3, Duration.ZERO);
    return PcrDataset.open(
        name -> link.to(counted(FileByteSource.open(shared.resolve("data").resolve(name)))),
        ReaderOptions.DEFAULT);
  }

  private ByteSource counted(ByteSource file) {
    RecordingByteSource source = new RecordingByteSource(file);
    sources.add(source);
    return source;
  }

  private long bytesRead() {
    return sources.stream().mapToLong(RecordingByteSource::bytes).sum();
  }

  private static LoaderOptions.Builder fed(RatesOfAllRanks shared) {
    return options().policy(FidelityPolicy.fed(CANDIDATES, PERIOD, shared));
  }

  private long bytesOfAnEpoch() throws IOException {
    long bytes = 0;
    for (Shard shard : dataset.shards()) {
      bytes += shard.prefixLength(CANDIDATES.get(0));
    }
    return bytes;
  }

  @Test
  void behindASlowStoreItGoesDownAndReadsNoMoreThanThat() throws IOException {
    List<Fidelity> given = new ArrayList<>();
    try (PcrDataset slow = slow();
        Loader loader = Loader.open(slow, fed(own -> own).build())) {
      long before = 0;
      for (int batch = 0; batch < EPOCHS * EPOCH; batch++) {
        before = batch == 4 * EPOCH ? bytesRead() : before;
        given.add(loader.next().fidelity());
      }
      long epochs = EPOCHS - 4;
      long read = bytesRead() - before;
      assertTrue(
          read <= (epochs + 1) * bytesOfAnEpoch(),
          read + " bytes in " + epochs + " epochs of " + bytesOfAnEpoch());
    }
    assertEquals(CANDIDATES.get(2), given.get(0));
    assertEquals(
        Collections.nCopies(given.size() - SLOW_FROM, CANDIDATES.get(0)),
        given.subList(SLOW_FROM, given.size()));
  }

  @Test
  void ranksOfWhichOneIsSlowDecideTheSame() throws Exception {
    Exchanger<Rates> exchange = new Exchanger<>();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (PcrDataset slow = slow()) {
      Future<Said> first = threads.submit(rank(slow, 0, exchange));
      Future<Said> second = threads.submit(rank(dataset, 1, exchange));
      Said one = first.get();
      Said other = second.get();
      assertEquals(one.given, other.given);
      assertEquals(one.exchanges, other.exchanges);
      assertEquals(CANDIDATES.get(0), one.given.get(SLOW_FROM));
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        Set<String> keys = new TreeSet<>(one.keys.get(epoch));
        keys.addAll(other.keys.get(epoch));
        assertEquals(SAMPLES, keys.size(), "epoch " + epoch);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** What a rank got. */
  private record Said(List<Fidelity> given, List<Set<String>> keys, long exchanges) {}

  private static Callable<Said> rank(PcrDataset from, int rank, Exchanger<Rates> exchange) {
    return () -> {
      AtomicLong exchanges = new AtomicLong();
      RatesOfAllRanks largest =
          own -> {
            exchanges.incrementAndGet();
            try {
              return own.max(exchange.exchange(own, 1, TimeUnit.MINUTES));
            } catch (Exception e) {
              throw new IOException("the other rank did not come", e);
            }
          };
      List<Fidelity> given = new ArrayList<>();
      List<Set<String>> keys = new ArrayList<>();
      try (Loader loader = Loader.open(from, fed(largest).rank(rank, 2).build())) {
        for (int batch = 0; batch < EPOCHS * EPOCH; batch++) {
          if (batch % EPOCH == 0) {
            keys.add(new TreeSet<>());
          }
          Batch next = loader.next();
          given.add(next.fidelity());
          keys.get(keys.size() - 1).addAll(keys(next));
        }
      }
      return new Said(given, keys, exchanges.get());
    };
  }
}
