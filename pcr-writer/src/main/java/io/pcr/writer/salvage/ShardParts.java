package io.pcr.writer.salvage;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The files of one shard, damaged in different places or one alone, and which of them to read a
 * sample from. For one thread; whoever opens them closes them.
 */
final class ShardParts implements Closeable {
  private final List<ShardPart> parts;
  private final List<ByteSource> sources = new ArrayList<>();

  private ShardParts(List<ShardPart> parts) {
    this.parts = List.copyOf(parts);
  }

  static ShardParts open(List<ShardPart> parts) throws IOException {
    ShardParts files = new ShardParts(parts);
    boolean opened = false;
    try {
      for (ShardPart part : parts) {
        files.sources.add(FileByteSource.open(part.file()));
      }
      opened = true;
      return files;
    } finally {
      if (!opened) {
        files.close();
      }
    }
  }

  /** A file in which the sample is whole. */
  ByteSource ofSample(int sample) {
    return first(found -> !found.lostSamples().containsKey(sample));
  }

  /** Whether the sample's original can be given back from any file. */
  boolean hasOriginal(int sample) {
    return parts.stream().anyMatch(part -> !part.found().lostOriginals().containsKey(sample));
  }

  /** A file in which what the sample's original is made of is whole. */
  ByteSource ofOriginal(int sample) {
    return first(found -> !found.lostOriginals().containsKey(sample));
  }

  /** All files. */
  List<ByteSource> all() {
    return sources;
  }

  private ByteSource first(Predicate<Examined> isWhole) {
    for (int i = 0; i < parts.size(); i++) {
      if (isWhole.test(parts.get(i).found())) {
        return sources.get(i);
      }
    }
    throw new IllegalArgumentException("intact in none of the files");
  }

  @Override
  public void close() throws IOException {
    for (ByteSource source : sources) {
      source.close();
    }
  }
}
