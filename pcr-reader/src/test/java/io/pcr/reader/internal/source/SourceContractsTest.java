package io.pcr.reader.internal.source;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.format.source.RecordingByteSource;
import io.pcr.reader.cache.CacheIdentity;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.reader.http.ObjectServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The contract, over every implementation. */
class SourceContractsTest {
  @TempDir Path directory;

  private Path file(byte[] content) throws IOException {
    return Files.write(directory.resolve("content"), content);
  }

  private static MemoryByteSource memory(byte[] content) {
    return new MemoryByteSource("memory", ByteBuffer.wrap(content));
  }

  @Nested
  class File extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) throws IOException {
      return FileByteSource.open(file(content));
    }
  }

  @Nested
  class Memory extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) {
      return memory(content);
    }
  }

  @Nested
  class Direct extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) throws IOException {
      return DirectByteSource.open(file(content), notice -> {});
    }
  }

  @Nested
  class Recording extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) {
      return new RecordingByteSource(memory(content));
    }
  }

  @Nested
  class Throttled extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) {
      return new Link(2e9, Duration.ofNanos(1000)).to(memory(content));
    }
  }

  @Nested
  class Http extends ByteSourceContract {
    private ObjectServer server;

    @Override
    protected ByteSource open(byte[] content) throws IOException {
      if (server == null) {
        server = ObjectServer.start(content);
      }
      return HttpByteSource.open(server.uri());
    }

    @AfterEach
    void stopServer() throws IOException {
      server.close();
    }
  }

  @Nested
  class ColdCache extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) throws IOException {
      return cached(content);
    }
  }

  @Nested
  class WarmCache extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) throws IOException {
      ByteSource source = cached(content);
      source.readFully(0, ByteBuffer.allocate(content.length));
      return source;
    }
  }

  @Nested
  class HalfWarmCache extends ByteSourceContract {
    @Override
    protected ByteSource open(byte[] content) throws IOException {
      ByteSource source = cached(content);
      source.readFully(0, ByteBuffer.allocate(content.length / 2));
      return source;
    }
  }

  private ByteSource cached(byte[] content) throws IOException {
    return PrefixCache.open(directory.resolve("cache"), 1 << 24, notice -> {})
        .cached(memory(content), new CacheIdentity("v1", content.length));
  }
}
