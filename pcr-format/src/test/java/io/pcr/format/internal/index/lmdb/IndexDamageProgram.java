package io.pcr.format.internal.index.lmdb;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import io.pcr.format.error.PcrException;
import io.pcr.format.index.IndexFinding;
import io.pcr.format.index.IndexPolicy;
import io.pcr.format.internal.index.IndexListener;
import io.pcr.format.internal.index.SampleIndex;
import io.pcr.format.internal.index.SyntheticDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Damages an index in every way that an accident can, and opens it: {@code java …
 * IndexDamageProgram <directory> <damages>}. Runs as a process of its own, because what it guards
 * against kills the process. Prints one line for each class of damage; ends with 0 only when every
 * damage was found and every index rebuilt.
 */
final class IndexDamageProgram {
  private static final int PAGE = 4096;
  private static final int PAGE_HEADER = 16;

  /**
   * Of the damages that are alike, every so many are also rebuilt; the others are only to be found.
   */
  private static final int REBUILD_EVERY = 25;

  private static final SyntheticDataset DATASET = SyntheticDataset.of(600, 50).generation(2);

  private final Path directory;
  private final Path file;
  private final Path sidecar;
  private final int damages;
  private final byte[] index;
  private final byte[] sum;
  private int total;

  private IndexDamageProgram(Path directory, int damages) throws IOException {
    this.directory = directory;
    this.damages = damages;
    this.file = directory.resolve("index.lmdb");
    this.sidecar = directory.resolve("index.lmdb.sum");
    IndexDirectory.rebuild(directory, DATASET);
    this.index = Files.readAllBytes(file);
    this.sum = Files.readAllBytes(sidecar);
  }

  public static void main(String[] arguments) throws IOException {
    IndexDamageProgram program =
        new IndexDamageProgram(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    program.truncations();
    program.flippedBits();
    program.sidecars();
    program.otherContent();
    program.otherFiles();
    program.othersIndexes();
    System.out.println("total: " + program.total + " damages");
  }

  /** Puts a damage into the place of the index. */
  private interface Damage {
    void apply() throws IOException;
  }

  private void truncations() throws IOException {
    List<Damage> all = new ArrayList<>();
    for (int length = 0; length < index.length && all.size() < damages; length += PAGE) {
      all.add(file(Arrays.copyOf(index, length)));
      all.add(file(Arrays.copyOf(index, length + 1)));
    }
    Random random = new Random(1);
    while (all.size() < damages) {
      all.add(file(Arrays.copyOf(index, random.nextInt(index.length))));
    }
    all.add(file(Arrays.copyOf(index, index.length + 1)));
    all.add(file(Arrays.copyOf(index, index.length + PAGE)));
    found("truncated or grown", all, EnumSet.of(IndexFinding.Problem.SIZE_MISMATCH));
  }

  private void flippedBits() throws IOException {
    List<Damage> all = new ArrayList<>();
    Random random = new Random(2);
    for (int page = 0; page < index.length && all.size() < damages / 2; page += PAGE) {
      all.add(flipped(page * 8 + random.nextInt(PAGE_HEADER * 8)));
    }
    while (all.size() < damages) {
      all.add(flipped(random.nextInt(index.length * 8)));
    }
    found("bit flipped", all, EnumSet.of(IndexFinding.Problem.CHECKSUM_MISMATCH));
  }

  private Damage flipped(int bit) {
    return () -> {
      byte[] damaged = index.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      file(damaged).apply();
    };
  }

  private void sidecars() throws IOException {
    List<Damage> all = new ArrayList<>();
    for (int length = 0; length < sum.length; length += Math.max(1, 2 * sum.length / damages)) {
      all.add(sidecar(Arrays.copyOf(sum, length)));
    }
    for (int bit = 0; bit < sum.length * 8; bit += Math.max(1, 2 * sum.length * 8 / damages)) {
      byte[] damaged = sum.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      all.add(sidecar(damaged));
    }
    all.add(sidecar(Arrays.copyOf(sum, sum.length + 1)));
    all.add(sidecar(new byte[1 << 20]));
    all.add(() -> Files.delete(sidecar));
    // A flipped bit in the generation may make it a later one; then the index is not rebuilt in
    // place.
    found(
        "sidecar damaged",
        all,
        EnumSet.of(
            IndexFinding.Problem.SIDECAR_DAMAGED,
            IndexFinding.Problem.MISSING,
            IndexFinding.Problem.SIZE_MISMATCH,
            IndexFinding.Problem.CHECKSUM_MISMATCH,
            IndexFinding.Problem.OTHER_DATASET,
            IndexFinding.Problem.OLDER_GENERATION,
            IndexFinding.Problem.NEWER_GENERATION));
  }

  /** Content that its sidecar vouches for and that is no index all the same. */
  private void otherContent() throws IOException {
    byte[] noise = new byte[10 * PAGE];
    new Random(3).nextBytes(noise);
    found(
        "other content with a right sidecar",
        List.of(
            vouched(new byte[0]),
            vouched(new byte[1]),
            vouched(new byte[10 * PAGE]),
            vouched(noise)),
        EnumSet.of(IndexFinding.Problem.INCOMPATIBLE));
    found(
        "zeroed",
        List.of(file(new byte[0]), file(new byte[index.length])),
        EnumSet.of(IndexFinding.Problem.SIZE_MISMATCH, IndexFinding.Problem.CHECKSUM_MISMATCH));
  }

  private Damage vouched(byte[] content) {
    return () -> {
      Files.write(file, content);
      IndexSidecar stated =
          new IndexSidecar(DATASET.identity(), content.length, IndexFile.sha256(file));
      Files.write(sidecar, stated.encode());
    };
  }

  private void otherFiles() throws IOException {
    found(
        "missing or not a file",
        List.of(
            () -> Files.delete(file),
            () -> {
              Files.delete(file);
              Files.delete(sidecar);
            },
            () -> {
              Files.delete(file);
              Files.createDirectory(file);
            },
            () -> {
              Files.delete(sidecar);
              Files.createDirectory(sidecar);
            }),
        EnumSet.of(IndexFinding.Problem.MISSING, IndexFinding.Problem.NOT_A_FILE));
    Path nowhere = directory.resolve("nowhere");
    stays("link to itself", file, () -> Files.createSymbolicLink(file, file));
    stays("link to nothing", file, () -> Files.createSymbolicLink(file, nowhere));
    stays(
        "link to nothing, the sidecar", sidecar, () -> Files.createSymbolicLink(sidecar, nowhere));
    stays("pipe", file, () -> pipe(file));
    stays("pipe, the sidecar", sidecar, () -> pipe(sidecar));
    Path theirs = file.resolve("theirs");
    stays(
        "directory that holds something",
        file,
        () -> Files.createFile(Files.createDirectory(file).resolve("theirs")));
    require(Files.exists(theirs), theirs + " is gone");
    Files.delete(theirs);
    require(Files.notExists(nowhere), "made through a link: " + nowhere);
  }

  private static void pipe(Path path) throws IOException {
    try {
      new ProcessBuilder("mkfifo", path.toString()).inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** What this library never makes is not written over: it may be somebody's. */
  private void stays(String what, Path name, Damage making) throws IOException {
    restore();
    Files.delete(name);
    making.apply();
    Object before = Files.readAttributes(name, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
    try {
      IndexDirectory.open(directory, DATASET, IndexPolicy.REBUILD, IndexListener.SILENT).close();
      throw new AssertionError("the index was built in the place of a " + what);
    } catch (PcrException.Corrupt e) {
      String message = e.getMessage();
      require(message.contains("cannot be written") && message.contains(name.toString()), message);
    }
    open(
        IndexPolicy.REBUILD_OR_TEMPORARY,
        EnumSet.of(
            IndexFinding.Problem.MISSING,
            IndexFinding.Problem.NOT_A_FILE,
            IndexFinding.Problem.UNREADABLE));
    Object after = Files.readAttributes(name, BasicFileAttributes.class, NOFOLLOW_LINKS).fileKey();
    require(after.equals(before), what + ": replaced");
    System.out.println(what + ": 1 found, 1 left alone");
    total++;
  }

  private void othersIndexes() throws IOException {
    SyntheticDataset other = SyntheticDataset.of(601, 50).generation(2);
    found(
        "another dataset's, generation's or shards'",
        List.of(
            () -> IndexDirectory.rebuild(directory, other),
            () -> IndexDirectory.rebuild(directory, DATASET.generation(1)),
            () -> IndexDirectory.rebuild(directory, SyntheticDataset.of(600, 60).generation(2)),
            () -> IndexDirectory.rebuild(directory, DATASET.generation(3)),
            () -> {
              IndexDirectory.rebuild(directory, other);
              Files.write(sidecar, sum);
            },
            () -> {
              IndexDirectory.rebuild(directory, DATASET.generation(1));
              Files.write(file, index);
            }),
        EnumSet.of(
            IndexFinding.Problem.OTHER_DATASET,
            IndexFinding.Problem.OTHER_SHARDS,
            IndexFinding.Problem.OLDER_GENERATION,
            IndexFinding.Problem.NEWER_GENERATION,
            IndexFinding.Problem.SIZE_MISMATCH,
            IndexFinding.Problem.CHECKSUM_MISMATCH));
  }

  private Damage file(byte[] content) {
    return () -> Files.write(file, content);
  }

  private Damage sidecar(byte[] content) {
    return () -> Files.write(sidecar, content);
  }

  private void found(String what, List<Damage> all, Set<IndexFinding.Problem> expected)
      throws IOException {
    int rebuilt = 0;
    for (int i = 0; i < all.size(); i++) {
      restore();
      all.get(i).apply();
      IndexFinding finding =
          IndexDirectory.check(directory, DATASET)
              .orElseThrow(() -> new AssertionError(what + ": not found"));
      require(expected.contains(finding.problem()), what + ": " + finding);
      if (all.size() < REBUILD_EVERY || i % REBUILD_EVERY == 0) {
        open(IndexPolicy.REBUILD, expected);
        boolean left = finding.problem() == IndexFinding.Problem.NEWER_GENERATION;
        require(
            IndexDirectory.check(directory, DATASET).isPresent() == left, what + ": not rebuilt");
        rebuilt++;
      }
    }
    System.out.println(
        what + ": " + all.size() + " found, " + rebuilt + " of them rebuilt, all that were tried");
    total += all.size();
  }

  /** The whole index again, as new files, whatever is in their place. */
  private void restore() throws IOException {
    for (Path path : List.of(file, sidecar)) {
      if (Files.exists(path, NOFOLLOW_LINKS)) {
        Files.delete(path);
      }
    }
    Files.write(file, index);
    Files.write(sidecar, sum);
  }

  private void open(IndexPolicy policy, Set<IndexFinding.Problem> expected) throws IOException {
    List<IndexFinding> notices = new ArrayList<>();
    IndexListener listener = (path, finding, permanent) -> notices.add(finding);
    try (SampleIndex opened = IndexDirectory.open(directory, DATASET, policy, listener)) {
      require(
          notices.size() == 1 && expected.contains(notices.get(0).problem()), "notices " + notices);
      for (long number = 0; number < DATASET.samples(); number++) {
        long expectedNumber = number;
        long found =
            opened.shards().number(opened.find(DATASET.key(number)).orElseThrow().location());
        require(found == expectedNumber, "sample " + found + " instead of " + expectedNumber);
      }
    }
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new AssertionError(message);
    }
  }
}
