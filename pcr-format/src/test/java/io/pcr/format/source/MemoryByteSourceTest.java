package io.pcr.format.source;

import java.nio.ByteBuffer;

class MemoryByteSourceTest extends ByteSourceContract {
  @Override
  ByteSource open(byte[] content) {
    return new MemoryByteSource("memory", ByteBuffer.wrap(content));
  }
}
