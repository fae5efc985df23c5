package io.pcr.format.internal.index.lmdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.SampleIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An index that is on a network file system, as far as the reader is told. */
class NetworkIndexTest {
  private static final NetworkFolder.Types NFS = folder -> "nfs4";

  @TempDir private Path directory;
  private final List<IndexFinding> findings = new ArrayList<>();
  private final List<Boolean> permanents = new ArrayList<>();
  private final IndexListener listener =
      (file, finding, permanent) -> {
        findings.add(finding);
        permanents.add(permanent);
      };

  private SampleIndex open(NetworkFolder.Types types, boolean mayBeRemote) throws IOException {
    return IndexDirectory.open(
        directory, Indexes.DATASET, IndexPolicy.REBUILD_OR_TEMPORARY, listener, types, mayBeRemote);
  }

  // Covers R-INDEX-5
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nfs",
        "nfs4",
        "NFS",
        "cifs",
        "smb3",
        "lustre",
        "fuse",
        "fuse.sshfs",
        "fuse.s3fs",
        "9p",
        "ceph",
        "beegfs",
        "gpfs",
        "afs"
      })
  void indexIsNotMappedFromANetworkFileSystem(String type) throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    try (SampleIndex index = open(folder -> type, false)) {
      Indexes.requireComplete(index, Indexes.DATASET);
    }
    assertEquals(List.of(false), permanents);
    assertEquals(IndexFinding.Problem.ON_NETWORK, findings.get(0).problem());
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
  }

  // Covers R-INDEX-5
  @ParameterizedTest
  @ValueSource(strings = {"ext4", "xfs", "btrfs", "tmpfs", "overlay", "apfs", "NTFS", "fuseblk"})
  void indexIsMappedFromADisk(String type) throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    open(folder -> type, false).close();
    assertEquals(List.of(), findings);
  }

  // Covers R-INDEX-5
  @Test
  void indexThatTheUserAsksForIsMappedFromAnywhere() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    open(NFS, true).close();
    assertEquals(List.of(), findings);
  }

  @Test
  void indexIsMappedWhereTheSystemDoesNotSayWhatTheFolderIsOn() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    NetworkFolder.Types unknown =
        folder -> {
          throw new IOException("no such mount");
        };
    open(unknown, false).close();
    assertEquals(List.of(), findings);
  }

  @Test
  void nothingIsBuiltInAFolderWithoutAnIndex() throws IOException {
    try (SampleIndex index = open(NFS, false)) {
      Indexes.requireComplete(index, Indexes.DATASET);
    }
    try (var files = Files.list(directory)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FAIL", "REBUILD"})
  void policyThatWantsNoOtherIndexFailsAndSaysWhy(String policy) throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    PcrException e =
        assertThrows(
            PcrException.class,
            () ->
                IndexDirectory.open(
                    directory, Indexes.DATASET, IndexPolicy.valueOf(policy), listener, NFS, false));
    assertEquals(ErrorCode.UNSUPPORTED, e.code());
    assertTrue(e.stored().contains("on a network file system, nfs4"), e.getMessage());
  }

  @Test
  void checkComparesTheFileWithItsSidecar() throws IOException {
    IndexDirectory.rebuild(directory, Indexes.DATASET);
    assertEquals(Optional.empty(), IndexDirectory.check(directory, Indexes.DATASET, NFS));
    Path file = directory.resolve(IndexDirectory.FILE_NAME);
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 2] ^= 1;
    Files.write(file, bytes);
    assertEquals(
        Optional.of(IndexFinding.Problem.CHECKSUM_MISMATCH),
        IndexDirectory.check(directory, Indexes.DATASET, NFS).map(IndexFinding::problem));
  }

  @Test
  void indexThatIsBuiltThereIsTheSame() throws IOException {
    try (IndexPublisher publisher = IndexPublisher.lock(directory, NFS)) {
      publisher.publish(Indexes.DATASET, IndexPublisher.Older.PUBLISHED, DurableSteps.NONE);
    }
    Indexes.assertFiles(directory, "index.lmdb", "index.lmdb.sum");
    try (SampleIndex index = open(NFS, true)) {
      Indexes.requireComplete(index, Indexes.DATASET);
    }
    assertEquals(List.of(), findings);
  }
}
