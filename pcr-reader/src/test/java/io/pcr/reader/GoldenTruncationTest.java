package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.programme.Programme;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.reader.internal.ContainerShard;
import io.pcr.reader.internal.ReaderContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every golden file of the conformance vectors, cut at every length. */
class GoldenTruncationTest {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");
  private static final int MAX_LENGTH = 40 << 10;

  private static List<Path> golden(Predicate<String> name) throws IOException {
    try (Stream<Path> files = Files.list(VECTORS)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("good-"))
          .filter(file -> name.test(file.getFileName().toString()))
          .filter(file -> file.toFile().length() <= MAX_LENGTH)
          .sorted()
          .toList();
    }
  }

  // Covers T1, G-1, R-PREFIX-1
  @Test
  void shardReadsAtEachFidelityFromItsPrefixLengthOnAndIsTruncatedBefore() throws IOException {
    long cuts = 0;
    for (Path path : golden(name -> name.endsWith(".pcr") || name.endsWith(".pcrl"))) {
      byte[] file = Files.readAllBytes(path);
      try (ReaderContext context = new ReaderContext(ReaderOptions.DEFAULT)) {
        new Golden(path.getFileName().toString(), file, context).cutAtEveryLength();
      }
      cuts += file.length;
    }
    Programme.T1.passed("golden shards, through the reader", cuts);
  }

  // Covers T1, R-MANIFEST-1
  @Test
  void manifestIsTruncated() throws IOException {
    long cuts = 0;
    for (Path path : golden(name -> name.endsWith(".pcrm"))) {
      byte[] file = Files.readAllBytes(path);
      Manifest.decode(ByteBuffer.wrap(file), path.toString(), Limits.DEFAULT);
      for (int length = 0; length < file.length; length++) {
        ByteBuffer cut = ByteBuffer.wrap(file, 0, length);
        assertThrows(
            PcrException.Truncated.class,
            () -> Manifest.decode(cut, path.toString(), Limits.DEFAULT));
      }
      cuts += file.length;
    }
    Programme.T1.passed("golden manifests", cuts);
  }

  /** A golden shard, and what each of its samples is at each fidelity. */
  private static final class Golden {
    private final String name;
    private final byte[] file;
    private final ReaderContext context;
    private final ShardFile shard;
    private final List<List<ByteBuffer>> samples = new ArrayList<>();

    Golden(String name, byte[] file, ReaderContext context) throws IOException {
      this.name = name;
      this.file = file;
      this.context = context;
      shard = ShardFile.decode(ByteBuffer.wrap(file), name, Limits.DEFAULT);
      for (int group = 1; group <= groups(); group++) {
        try (ShardReader reader = cut(file.length).read(Fidelity.group(group))) {
          List<ByteBuffer> files = new ArrayList<>();
          for (Sample sample : reader) {
            files.add(ByteBuffer.allocate(sample.length()).put(sample.file()).flip());
          }
          assertEquals(shard.metadata().sampleCount(), files.size());
          samples.add(files);
        }
      }
    }

    private int groups() {
      return shard.metadata().groupCount();
    }

    private ContainerShard cut(int length) throws IOException {
      MemoryByteSource source = new MemoryByteSource(name, ByteBuffer.wrap(file, 0, length));
      return new ContainerShard(name, Optional.empty(), () -> source, context);
    }

    void cutAtEveryLength() throws IOException {
      for (int length = 0; length < file.length; length++) {
        ContainerShard cut = cut(length);
        int within = Math.max(0, shard.layout().groupsWithin(length));
        // What is below the highest fidelity is read where that one begins to be there.
        boolean begins = within > 0 && length == shard.layout().prefixLength(within);
        for (int group = begins ? 1 : Math.max(1, within); group <= within; group++) {
          assertReads(cut, group);
        }
        if (within < groups()) {
          Fidelity next = Fidelity.group(within + 1);
          assertThrows(
              PcrException.Truncated.class, () -> cut.read(next).close(), name + " at " + length);
        }
      }
    }

    private void assertReads(ContainerShard cut, int group) throws IOException {
      try (ShardReader reader = cut.read(Fidelity.group(group))) {
        int next = 0;
        for (Sample sample : reader) {
          assertEquals(samples.get(group - 1).get(next++), sample.file(), name);
        }
        assertEquals(shard.metadata().sampleCount(), next);
      }
    }
  }
}
