package io.pcr.format.internal.index.lmdb;

import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.index.IndexIdentity;
import io.pcr.format.internal.index.ShardTable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/**
 * An index file and its sidecar on disk: proves them whole and fitting, and only then maps the
 * file.
 */
final class IndexFile {
  static final String NAME = "index.lmdb";
  static final String SIDECAR_NAME = "index.lmdb.sum";

  private static final int READ_BUFFER = 1 << 20;

  private final Path file;
  private final Path sidecar;

  /** Where the sidecar still is when a publisher has moved the file and not yet the sidecar. */
  private final Path nextSidecar;

  /** The network file system that it is on and must not be mapped from; mostly empty. */
  private final Optional<String> network;

  IndexFile(Path directory) {
    this(directory, Optional.empty());
  }

  /**
   * @param network the type of the file system, when the file must not be mapped from there
   */
  IndexFile(Path directory, Optional<String> network) {
    this.network = network;
    this.file = directory.resolve(NAME);
    this.sidecar = directory.resolve(SIDECAR_NAME);
    this.nextSidecar = directory.resolve(IndexPublisher.SCRATCH_NAME).resolve(SIDECAR_NAME);
  }

  /** Either an open index or the reason why there is none. */
  record Opening(LmdbIndex index, IndexFinding finding) {}

  Path file() {
    return file;
  }

  /**
   * Opens the index when it is whole and is for this state of the dataset. File and sidecar are
   * moved into place one after the other: between the two the file fits the sidecar that is still
   * in the publisher's scratch folder, also when the publisher has died there. What contradicts
   * itself all the same is looked at again as long as it changes.
   */
  Opening open(IndexIdentity identity, ShardTable shards) {
    return open(Optional.of(new Wanted(identity, shards)));
  }

  /** Opens the index when it is whole, whatever state of whatever dataset it is for. */
  Opening openAny() {
    return open(Optional.empty());
  }

  /** The state of a dataset that an index must be for. */
  private record Wanted(IndexIdentity identity, ShardTable shards) {}

  private Opening open(Optional<Wanted> wanted) {
    while (true) {
      Optional<Published> before = Published.of(this);
      Opening opening = attempt(sidecar, wanted);
      if (opening.index() != null || !opening.finding().problem().mayBeHalfPublished()) {
        return opening;
      }
      Opening halfPublished = fits(nextSidecar) ? attempt(nextSidecar, wanted) : opening;
      if (halfPublished.index() != null || Published.of(this).equals(before)) {
        return halfPublished;
      }
    }
  }

  private Opening attempt(Path sidecar, Optional<Wanted> wanted) {
    try {
      return new Opening(openWhole(sidecar, wanted), null);
    } catch (Unusable e) {
      return new Opening(null, e.finding);
    } catch (NoSuchFileException e) {
      return new Opening(null, new IndexFinding(IndexFinding.Problem.MISSING, e.getMessage()));
    } catch (IOException e) {
      return new Opening(null, new IndexFinding(IndexFinding.Problem.UNREADABLE, e.toString()));
    }
  }

  private boolean fits(Path other) {
    try {
      requireFile(other);
      requireContent(readSidecar(other), FileIdentity.of(file));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Copies the file, and proves the copy by the sidecar.
   *
   * @return false where there is no whole index; then nothing is at the target
   */
  boolean copy(Path target) throws IOException {
    try {
      requireFile(sidecar);
      requireFile(file);
      String stated = readSidecar(sidecar).sha256();
      MessageDigest digest = Sha256.newDigest();
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        Files.copy(in, target);
      }
      if (HexFormat.of().formatHex(digest.digest()).equals(stated)) {
        return true;
      }
    } catch (Unusable | NoSuchFileException e) {
      // There is none, or not any more.
    }
    Files.deleteIfExists(target);
    return false;
  }

  /** The two files at a moment. */
  private record Published(FileIdentity file, FileIdentity sidecar) {
    static Optional<Published> of(IndexFile index) {
      try {
        return Optional.of(
            new Published(FileIdentity.of(index.file), FileIdentity.of(index.sidecar)));
      } catch (IOException e) {
        return Optional.empty();
      }
    }
  }

  private LmdbIndex openWhole(Path sidecar, Optional<Wanted> wanted) throws IOException {
    requireFile(file);
    requireFile(sidecar);
    IndexSidecar stated = readSidecar(sidecar);
    requireIdentity(stated.identity(), wanted.map(Wanted::identity).orElse(stated.identity()));
    FileIdentity before = FileIdentity.of(file);
    if (network.isPresent()) {
      requireContent(stated, before);
      throw new Unusable(IndexFinding.Problem.ON_NETWORK, onNetwork());
    }
    SharedEnvironment environment = SharedEnvironment.holdOpen(before);
    if (environment == null) {
      requireContent(stated, before);
      environment = map(before);
    }
    boolean taken = false;
    try {
      // A file moved over the checked one in between would be mapped unchecked; it is not read
      // then.
      if (!FileIdentity.of(file).equals(before)) {
        throw new Unusable(
            IndexFinding.Problem.CHECKSUM_MISMATCH,
            file + " was replaced while it was being opened");
      }
      LmdbIndex index = overMap(environment);
      requireIdentity(index.identity(), stated.identity());
      if (wanted.isPresent() && !index.shards().equals(wanted.get().shards())) {
        throw new Unusable(
            IndexFinding.Problem.OTHER_SHARDS,
            index.shards() + " in the index, " + wanted.get().shards() + " in the manifest");
      }
      taken = true;
      return index;
    } finally {
      if (!taken) {
        environment.letGo();
      }
    }
  }

  /** Why it is not mapped. */
  String onNetwork() {
    return file + " is on a network file system, " + network.orElse("") + ", and is not mapped";
  }

  private static void requireFile(Path path) throws IOException {
    if (!Files.exists(path)) {
      throw new Unusable(IndexFinding.Problem.MISSING, path + " does not exist");
    }
    if (!Files.isRegularFile(path)) {
      throw new Unusable(IndexFinding.Problem.NOT_A_FILE, path + " is not a file");
    }
  }

  private static IndexSidecar readSidecar(Path sidecar) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(sidecar)) {
      bytes = in.readNBytes(IndexSidecar.MAX_LENGTH + 1);
    }
    Optional<IndexSidecar> decoded = IndexSidecar.decode(bytes);
    if (decoded.isEmpty()) {
      throw new Unusable(IndexFinding.Problem.SIDECAR_DAMAGED, sidecar + " is not of its form");
    }
    return decoded.get();
  }

  private static void requireIdentity(IndexIdentity found, IndexIdentity wanted) throws Unusable {
    if (!found.dataset().equals(wanted.dataset())) {
      throw new Unusable(
          IndexFinding.Problem.OTHER_DATASET,
          "index of dataset " + found.dataset() + ", manifest of " + wanted.dataset());
    }
    int order = Long.compareUnsigned(found.generation(), wanted.generation());
    if (order != 0) {
      throw new Unusable(
          order < 0 ? IndexFinding.Problem.OLDER_GENERATION : IndexFinding.Problem.NEWER_GENERATION,
          "index of generation " + found.generation() + ", manifest of " + wanted.generation());
    }
  }

  private void requireContent(IndexSidecar stated, FileIdentity found) throws IOException {
    if (found.size() != stated.size()) {
      throw new Unusable(
          IndexFinding.Problem.SIZE_MISMATCH,
          found.size() + " bytes in " + file + ", " + stated.size() + " in its sidecar");
    }
    String computed = sha256(file);
    if (!computed.equals(stated.sha256())) {
      throw new Unusable(
          IndexFinding.Problem.CHECKSUM_MISMATCH,
          "SHA-256 " + computed + " of " + file + ", " + stated.sha256() + " in its sidecar");
    }
  }

  private SharedEnvironment map(FileIdentity identity) throws IOException {
    try {
      return SharedEnvironment.hold(file, identity);
    } catch (IOException e) {
      throw new Unusable(IndexFinding.Problem.INCOMPATIBLE, e.getMessage());
    }
  }

  private static LmdbIndex overMap(SharedEnvironment environment) throws IOException {
    try {
      return LmdbIndex.over(environment);
    } catch (PcrException e) {
      throw new Unusable(IndexFinding.Problem.INCOMPATIBLE, e.getMessage());
    }
  }

  static String sha256(Path file) throws IOException {
    MessageDigest digest = Sha256.newDigest();
    try (DigestInputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      byte[] buffer = new byte[READ_BUFFER];
      while (in.read(buffer) >= 0) {
        // The stream digests what it reads.
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Carries a finding out of the checks. */
  private static final class Unusable extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient IndexFinding finding;

    Unusable(IndexFinding.Problem problem, String detail) {
      super(detail);
      this.finding = new IndexFinding(problem, detail);
    }
  }
}
