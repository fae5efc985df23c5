package io.pcr.writer.internal.convert;

import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.commit.DurableSteps;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.commit.AtomicFile;
import io.pcr.format.internal.commit.OwnFile;
import io.pcr.format.internal.manifest.PartFiles;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.internal.journal.FileProof;
import io.pcr.writer.internal.publish.DatasetPublication;
import io.pcr.writer.journal.RunRejectedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/** Makes finished shards a dataset: the list of rejects, then the generation and the index. */
public final class Publication {
  private static final int COPY_BYTES = 1 << 20;

  private final Path out;
  private final Optional<ScanChoice> scans;
  private final Map<String, String> creation;
  private final List<DatasetColumn> columns;
  private final Optional<BaseDataset> base;
  private final DurableSteps steps;

  /**
   * @param out the dataset's folder
   * @param scans of the new shards, if they have groups
   * @param creation what the dataset will say of its making
   * @param columns of the samples
   * @param base the dataset that is added to
   */
  public Publication(
      Path out,
      Optional<ScanChoice> scans,
      Map<String, String> creation,
      List<ColumnSpec> columns,
      Optional<BaseDataset> base,
      DurableSteps steps) {
    this.out = out;
    this.scans = scans;
    this.creation = creation;
    this.columns = columns.stream().map(DatasetColumn::of).toList();
    this.base = base;
    this.steps = steps;
  }

  /**
   * Publishes the list of rejects; without rejects there is none.
   *
   * @param gathered all rejects, those before the run first
   * @param before those that the run found; there may be none
   */
  public void rejects(Path gathered, Path before) throws IOException {
    Path target = out.resolve(Conversion.REJECTS_NAME);
    requireOurs(target, gathered, before);
    if (Files.size(gathered) == 0) {
      AtomicFile.delete(target, steps);
      return;
    }
    try (FileChannel from = FileChannel.open(gathered, StandardOpenOption.READ);
        AtomicFile to = AtomicFile.create(target, steps)) {
      ByteBuffer buffer = ByteBuffer.allocateDirect(COPY_BYTES);
      while (from.read(buffer) >= 0) {
        buffer.flip();
        while (buffer.hasRemaining()) {
          to.channel().write(buffer);
        }
        buffer.clear();
      }
      if (OwnFile.exists(target)) {
        to.commit(() -> requireOurs(target, gathered, before));
      } else {
        to.commitNew();
      }
    } catch (FileAlreadyExistsException e) {
      throw changed(target);
    }
  }

  /** What stands there is what the run found, or has published already and was ended then. */
  private static void requireOurs(Path target, Path gathered, Path before) throws IOException {
    if (!OwnFile.exists(target)) {
      return;
    }
    FileProof standing = FileProof.of(target);
    if (!standing.isOf(before) && !standing.isOf(gathered)) {
      throw changed(target);
    }
  }

  private static RunRejectedException changed(Path target) {
    return new RunRejectedException(
        target + " was created or changed after the run began; move it away first");
  }

  private Manifest manifest(Optional<BaseDataset> base, List<ShardEntry> added, LabelMap labels)
      throws IOException {
    Manifest.Builder next =
        base.map(b -> b.manifest().next())
            .orElseGet(() -> Manifest.builder(uuid(creation, added)))
            .classNames(labels.classNames())
            .quality(List.of())
            .options(creation)
            .columns(columns)
            .add(added);
    boolean addsGroups = added.stream().anyMatch(s -> s.variant() == ShardVariant.PCR);
    if (addsGroups && base.filter(BaseDataset::hasGroups).isEmpty()) {
      next.groups(scans.map(ScanChoice::groupCount).orElse(1), scans.flatMap(ScanChoice::targets));
    }
    return next.inParts(new PartFiles(out, steps)).build();
  }

  /**
   * Publishes the dataset with its new shards: from here on it is there, or its new generation is.
   *
   * @param made how the shards were made
   * @param attempts told of the generation before it is created
   * @param notices as for {@link DatasetPublication#publish}
   * @throws io.pcr.format.error.PcrException when two samples of a new dataset have one key; it is
   *     not published then
   */
  public Manifest publish(
      List<ShardEntry> added,
      AddedShards.Made made,
      DatasetPublication.Attempts attempts,
      Consumer<String> notices)
      throws IOException {
    AddedShards root =
        new AddedShards(out, base, added, made, (onto, labels) -> manifest(onto, added, labels));
    return new DatasetPublication(out, Limits.DEFAULT, notices, steps)
        .publish(base.map(BaseDataset::manifest), root, attempts);
  }

  /** The same input and options give the same dataset, its name included. */
  private static UUID uuid(Map<String, String> creation, List<ShardEntry> shards) {
    StringBuilder text = new StringBuilder(creation.toString());
    shards.forEach(shard -> text.append('\n').append(shard.shardUuid()));
    return Sha256.of(StandardCharsets.UTF_8.encode(text.toString())).toUuid();
  }
}
