package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.Limits;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.manifest.ShardTable;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.cache.PrefixCache;
import io.pcr.reader.http.FolderServer;
import io.pcr.reader.http.HttpOptions;
import io.pcr.reader.http.HttpReadException;
import io.pcr.reader.http.Nginx;
import io.pcr.reader.location.DatasetLocation;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a dataset on a server costs in requests, and what is said of servers that fail. */
class RemoteDatasetTest {
  @TempDir Path directory;

  private final List<String> notices = new ArrayList<>();
  private TestDataset written;

  @BeforeEach
  void write() throws IOException {
    written = ThreeShards.write(directory.resolve("dataset"));
  }

  private ReaderOptions options() {
    return ReaderOptions.builder().notices(notices::add).build();
  }

  @Test
  void shardWithManifestCostsExactlyOneRequestOfItsPrefix() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      assertEquals(List.of("manifest.pcrm 0-1048575"), server.requests());
      for (int group = 1; group <= TestShard.GROUPS; group++) {
        server.clear();
        Shard shard = dataset.shards().get(0);
        try (ShardReader reader = shard.read(Fidelity.group(group))) {
          for (Sample sample : reader) {
            assertArrayEquals(
                ThreeShards.FIRST.expected(sample.ordinal(), group),
                ThreeShards.bytes(sample.file()));
          }
        }
        assertEquals(
            List.of(TestDataset.name(0) + " 0-" + (ThreeShards.FIRST.prefixLength(group) - 1)),
            server.requests());
        assertEquals(
            ThreeShards.FIRST.prefixLength(group), shard.prefixLength(Fidelity.group(group)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {404, 410, 403, 401, 200, 206})
  void newestGenerationIsFoundHoweverAServerSaysThatAFileIsNotThere(int status) throws IOException {
    Path folder = written.folder();
    Manifest root;
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      root = Manifest.read(source, Limits.DEFAULT);
    }
    try (FolderServer server = FolderServer.start(folder)) {
      server.answerMissingWith(status);
      DatasetLocation location = DatasetLocation.of(server.uri(), HttpOptions.DEFAULT);
      try (PcrDataset newest = PcrDataset.openNewest(location, options())) {
        assertEquals(root, newest.manifest().orElseThrow());
      }
      assertEquals(List.of(), notices);
      for (long generation = 2; generation <= 4; generation++) {
        AtomicFile.write(
            folder.resolve(Manifest.fileName(generation)),
            DurableSteps.NONE,
            root.next().generation(generation).parentGeneration(generation - 1).build().encode());
        try (PcrDataset newest = PcrDataset.openNewest(location, options())) {
          assertEquals(generation, newest.manifest().orElseThrow().generation());
        }
        assertTrue(
            notices.get(notices.size() - 1).contains("an older one"), () -> notices.toString());
      }
    }
  }

  // Covers R-MANIFEST-13
  @Test
  void shardOfAPartCostsOneRequestMoreTheFirstTime() throws IOException {
    Path folder = written.folder();
    Manifest root;
    try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
      root = Manifest.read(source, Limits.DEFAULT);
    }
    ShardPart part = new PartFiles(folder, DurableSteps.NONE).write(root.shards(), 2);
    Manifest next = root.next().shards(List.of(part), ShardTable.EMPTY).build();
    for (String name : List.of(Manifest.FILE_NAME, Manifest.fileName(2))) {
      AtomicFile.write(folder.resolve(name), DurableSteps.NONE, next.encode());
    }
    try (FolderServer server = FolderServer.start(folder)) {
      DatasetLocation location = DatasetLocation.of(server.uri(), HttpOptions.DEFAULT);
      for (PcrDataset dataset :
          List.of(
              PcrDataset.open(server.uri(), options()), PcrDataset.open(location, 2, options()))) {
        try (dataset) {
          server.clear();
          assertEquals(written.sampleCount(), dataset.sampleCount());
          for (int shard = 0; shard < 2; shard++) {
            dataset.shard(shard).read(Fidelity.group(1)).close();
          }
          assertEquals(
              List.of(
                  part.name() + " 0-" + (part.length() - 1),
                  TestDataset.name(0) + " 0-" + (written.shard(0).prefixLength(1) - 1),
                  TestDataset.name(1) + " 0-" + (written.shard(1).prefixLength(1) - 1)),
              server.requests());
        }
      }
    }
  }

  @Test
  void remoteShardWithoutManifestCostsTwoRequests() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder())) {
      Files.copy(
          written.folder().resolve(TestDataset.name(0)), written.folder().resolve("plain.pcr"));
      try (PcrDataset shard = PcrDataset.open(server.uri().resolve("plain.pcr"), options())) {
        try (ShardReader reader = shard.shards().get(0).read(Fidelity.group(6))) {
          assertArrayEquals(
              ThreeShards.FIRST.expected(3, 6),
              ThreeShards.bytes(reader.sample(3).orElseThrow().file()));
        }
        assertEquals(
            List.of(
                "plain.pcr 0-65535", "plain.pcr 65536-" + (ThreeShards.FIRST.prefixLength(6) - 1)),
            server.requests());
      }
    }
  }

  @Test
  void remoteSampleCostsItsSlicesOnceTheMetadataIsKnown() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      dataset.sample(ThreeShards.FIRST.key(2), Fidelity.FULL);
      server.clear();
      Sample sample = dataset.sample(ThreeShards.FIRST.key(9), Fidelity.group(4));
      assertArrayEquals(ThreeShards.FIRST.expected(9, 4), ThreeShards.bytes(sample.file()));
      int bytes = 0;
      for (String request : server.requests()) {
        String[] range = request.substring(request.lastIndexOf(" ") + 1).split("-", 2);
        bytes += Integer.parseInt(range[1]) - Integer.parseInt(range[0]) + 1;
      }
      assertEquals(ThreeShards.FIRST.expected(9, 4).length - 2, bytes);
    }
  }

  @Test
  void cachedRemoteShardFetchesOnlyTheDifference() throws IOException {
    PrefixCache cache = PrefixCache.open(directory.resolve("cache"), 1 << 24, notices::add);
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset =
            PcrDataset.open(server.uri(), options().toBuilder().cache(cache).build())) {
      Shard shard = dataset.shards().get(0);
      shard.read(Fidelity.group(2)).close();
      server.clear();
      shard.read(Fidelity.group(2)).close();
      assertEquals(List.of(), server.requests());
      shard.read(Fidelity.group(3)).close();
      assertEquals(
          List.of(
              TestDataset.name(0)
                  + " "
                  + ThreeShards.FIRST.prefixLength(2)
                  + "-"
                  + (ThreeShards.FIRST.prefixLength(3) - 1)),
          server.requests());
      ThreeShards.assertEverySample(dataset, 3);
    }
  }

  @Test
  void shardReplacedOnTheServerIsNoticed() throws IOException {
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      Shard shard = dataset.shards().get(0);
      shard.read(Fidelity.group(1)).close();
      Files.write(
          written.folder().resolve(TestDataset.name(0)), TestShard.ofNoise(99, 15, 3000).bytes());
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> shard.read(Fidelity.group(2)).close());
      assertEquals(HttpReadException.Reason.OBJECT_CHANGED, e.reason());
    }
  }

  @Test
  void missingManifestOnTheServerIsSaid() throws IOException {
    try (FolderServer server = FolderServer.start(directory)) {
      HttpReadException e =
          assertThrows(HttpReadException.class, () -> PcrDataset.open(server.uri()));
      assertEquals(404, e.status());
      assertTrue(e.getMessage().contains("manifest.pcrm"), e.getMessage());
    }
  }

  @Test
  void nginxServesADatasetWithOneRequestAShard() throws Exception {
    for (Path path : List.of(directory, written.folder())) {
      path.toFile().setExecutable(true, false);
      path.toFile().setReadable(true, false);
    }
    Path work = Files.createDirectories(directory.resolve("nginx"));
    Optional<Nginx> nginx = Nginx.start(work, written.folder());
    try (FolderServer own = FolderServer.start(written.folder())) {
      URI uri = nginx.map(n -> n.uri("")).orElse(own.uri());
      try (PcrDataset dataset = PcrDataset.open(uri, options())) {
        ThreeShards.assertEverySample(dataset, 5);
      }
      if (nginx.isPresent()) {
        assertEquals(4, nginx.get().requests().size(), nginx.get().requests().toString());
      } else {
        assertEquals(4, own.requests().size());
      }
    } finally {
      nginx.ifPresent(Nginx::close);
    }
  }

  @Test
  void shardsThatWereExchangedOnTheServerAreReadWhereTheyAre() throws IOException {
    Path first = written.folder().resolve(TestDataset.name(0));
    Path last = written.folder().resolve(TestDataset.name(2));
    Path aside = directory.resolve("aside");
    Files.move(first, aside);
    Files.move(last, first);
    Files.move(aside, last);
    try (FolderServer server = FolderServer.start(written.folder());
        PcrDataset dataset = PcrDataset.open(server.uri(), options())) {
      ThreeShards.assertEverySample(dataset, 2);
      assertEquals(
          Map.of(
              TestDataset.name(0), TestDataset.name(2), TestDataset.name(2), TestDataset.name(0)),
          dataset.found());
      assertEquals(2, notices.size(), notices::toString);
      server.clear();
      ThreeShards.assertEverySample(dataset, 1);
      assertEquals(3, server.requests().size(), "what was found costs no more than what is right");
    }
  }
}
