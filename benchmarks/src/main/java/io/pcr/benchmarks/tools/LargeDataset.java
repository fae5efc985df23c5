package io.pcr.benchmarks.tools;

import io.pcr.format.ColorClass;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegionBuilder;
import io.pcr.format.internal.shard.EncodedRestoreRegion;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardHead;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.internal.shard.Trailer;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.shard.ShardVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A dataset of as many samples as one likes, with metadata like that of ImageNet and holes where
 * the images would be: for what reads no image, such as {@code pcr inspect}.
 *
 * <pre>
 * LargeDataset FOLDER SHARDS SAMPLES-PER-SHARD
 * </pre>
 */
public final class LargeDataset {
  private static final int CLASSES = 1000;
  private static final int MEAN_SLICE = 13_700;
  private static final int RECORD_BYTES = 60;
  private static final int BASELINE = 0xC0;

  private final ScanScripts scripts = ScanScripts.named(ScanScripts.LIBJPEG);
  private final SplittableRandom random = new SplittableRandom(1);
  private final Path folder;

  private LargeDataset(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] args) throws IOException {
    Path folder = Files.createDirectories(Path.of(args[0]));
    new LargeDataset(folder).write(Integer.parseInt(args[1]), Integer.parseInt(args[2]));
  }

  private void write(int shards, int samples) throws IOException {
    List<ShardEntry> entries = new ArrayList<>();
    for (int number = 0; number < shards; number++) {
      entries.add(shard(number, samples));
    }
    List<ClassName> names = new ArrayList<>();
    for (int label = 0; label < CLASSES; label++) {
      names.add(new ClassName(label, String.format("n%08d", label)));
    }
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .groups(scripts.groupCount(), Optional.empty())
            .classNames(names)
            .add(entries)
            .build();
    try (FileChannel file = create(Manifest.FILE_NAME)) {
      write(file, manifest.encode());
    }
  }

  private ShardEntry shard(int number, int samples) throws IOException {
    ShardMetadataBuilder metadata = ShardMetadata.builder(scripts.groupCount());
    RestoreRegionBuilder restore = new RestoreRegionBuilder(1);
    for (int sample = 0; sample < samples; sample++) {
      metadata.add(sample((long) number * samples + sample));
      restore.add(
          new RestoreRecord(RestoreKind.RECIPE, bytes(RECORD_BYTES)),
          Optional.of(Sha256.read(bytes(Sha256.LENGTH))));
    }
    EncodedRestoreRegion region = restore.build();
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, metadata.build(), Optional.of(region));
    ShardFile shard = plan.shard();
    String name = String.format("part-%05d.pcr", number);
    try (FileChannel file = create(name)) {
      ByteBuffer frame = ByteBuffer.wrap(shard.metadata().encode());
      writeFront(file, shard, frame);
      file.position(shard.regions().restore().orElseThrow().offset());
      for (ByteBuffer buffer : region.buffers()) {
        write(file, buffer);
      }
      writeFront(file, shard, frame);
      int copyLength = (int) shard.layout().prefixLength(0);
      write(file, new Trailer(shard.head().totalLength(), copyLength).encode());
    }
    return ShardEntries.of(name, plan);
  }

  private static void writeFront(FileChannel file, ShardFile shard, ByteBuffer frame)
      throws IOException {
    write(file, ShardHead.encode(shard.head(), shard.regions()));
    write(file, frame);
  }

  private SampleEntry sample(long number) {
    int label = random.nextInt(CLASSES);
    List<SliceEntry> slices = new ArrayList<>();
    long length = 0;
    for (int group = 0; group < scripts.groupCount(); group++) {
      slices.add(new SliceEntry(1 + random.nextInt(2 * MEAN_SLICE), random.nextInt()));
      length += slices.get(group).length();
    }
    return new SampleEntry(
        String.format("n%08d/n%08d_%d.JPEG", label, label, number),
        OptionalLong.of(label),
        new ImageFacts(Encoding.PROGRESSIVE_JPEG, ColorClass.YCBCR, 500, 333 + random.nextInt(43)),
        new SourceFacts(SourceFlags.NONE.withSof(BASELINE), length),
        slices);
  }

  private ByteBuffer bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  private FileChannel create(String name) throws IOException {
    return FileChannel.open(
        folder.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  private static void write(FileChannel file, ByteBuffer bytes) throws IOException {
    ByteBuffer rest = bytes.duplicate();
    while (rest.hasRemaining()) {
      file.write(rest);
    }
  }
}
