package io.pcr.reader.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Limits;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.TestShard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenShardsTest {
  private static final byte[] BYTES = TestShard.ofNoise(1, 5, 10).bytes();

  private static OpenShard open() {
    MemoryByteSource source = new MemoryByteSource("shard", ByteBuffer.wrap(BYTES));
    return new OpenShard(source, Optional.empty(), Limits.DEFAULT, damage -> {});
  }

  private static void read(OpenShard shard) throws IOException {
    shard.source().readFully(0, ByteBuffer.allocate(10));
  }

  @Test
  void shardInUseIsNotClosedForAnother() throws IOException {
    try (OpenShards shards = new OpenShards(1, Long.MAX_VALUE)) {
      OpenShard first = shards.acquire("first", OpenShardsTest::open);
      OpenShard second = shards.acquire("second", OpenShardsTest::open);
      read(first);
      read(second);
      shards.release(first);
      shards.release(second);
      OpenShard third = shards.acquire("third", OpenShardsTest::open);
      assertThrows(AlreadyClosedException.class, () -> read(first));
      read(third);
      shards.release(third);
    }
  }

  @Test
  void metadataBeyondTheBoundGoesButTheLastUsed() throws IOException {
    try (OpenShards shards = new OpenShards(10, 1)) {
      OpenShard inUse = shards.acquire("in use", OpenShardsTest::open);
      inUse.file();
      OpenShard last = inUse;
      for (int i = 0; i < 5; i++) {
        last = shards.acquire(i, OpenShardsTest::open);
        last.file();
        shards.release(last);
        assertEquals(2, shards.size());
      }
      read(inUse);
      read(last);
      shards.release(inUse);
      assertEquals(1, shards.size());
      OpenShard closed = last;
      assertThrows(AlreadyClosedException.class, () -> read(closed));
    }
  }

  @Test
  void metadataWithinTheBoundStays() throws IOException {
    try (OpenShards shards = new OpenShards(10, 1 << 20)) {
      for (int i = 0; i < 5; i++) {
        OpenShard shard = shards.acquire(i, OpenShardsTest::open);
        shard.file();
        shards.release(shard);
      }
      assertEquals(5, shards.size());
    }
  }
}
