package io.pcr.reader.internal.find;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A folder in memory, and what was done with it. For one thread. */
final class CountedFolder implements DatasetFolder {
  final Map<String, byte[]> files = new TreeMap<>();
  private final boolean isListed;
  final Map<String, IOException> broken = new HashMap<>();
  long opened;
  long listings;

  /** What the opening of this number ends with, counted from 1. */
  long failsAt;

  IOException failure;

  CountedFolder(boolean isListed) {
    this.isListed = isListed;
  }

  @Override
  public ByteSource open(String file) throws IOException {
    opened++;
    if (opened == failsAt) {
      throw failure;
    }
    if (broken.containsKey(file)) {
      throw broken.get(file);
    }
    if (!files.containsKey(file)) {
      throw new NoSuchFileException(file);
    }
    return new MemoryByteSource(file, ByteBuffer.wrap(files.get(file)));
  }

  @Override
  public Set<Capability> capabilities() {
    return isListed ? EnumSet.of(Capability.LIST) : EnumSet.noneOf(Capability.class);
  }

  @Override
  public List<String> list() {
    listings++;
    return List.copyOf(files.keySet());
  }
}
