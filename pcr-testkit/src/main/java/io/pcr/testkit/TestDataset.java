package io.pcr.testkit;

import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegionBuilder;
import io.pcr.format.internal.shard.ShardContent;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.manifest.ClassName;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.MeasuredCurve;
import io.pcr.format.manifest.QualityPoint;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.quality.GroupTargets;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.FixedScans;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * A small dataset of pictures from seeds, written with the format's own classes, so that it can
 * state what the writer would not. For one thread.
 */
public final class TestDataset {
  public static final int GROUPS = 8;

  /** The same scans for all pictures. */
  public static final ScanScripts SCRIPTS = scripts();

  private static final ColumnSpec CAPTION =
      new ColumnSpec("caption", ColumnType.STRING, Placement.LATE);

  private final List<List<String>> shards = new ArrayList<>();
  private int width = 96;
  private int height = 72;
  private int widthError;
  private Optional<GroupTargets> targets = Optional.empty();

  private static ScanScripts scripts() {
    try (InputStream in = TestDataset.class.getResourceAsStream("eight-groups.scans")) {
      return ScanScripts.parse(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds a shard with these keys. */
  public TestDataset shard(String... keys) {
    shards.add(List.of(keys));
    return this;
  }

  /** Pictures of this size from now on. */
  public TestDataset size(int newWidth, int newHeight) {
    width = newWidth;
    height = newHeight;
    return this;
  }

  /** Metadata that states a pixel too much. */
  public TestDataset lieAboutWidth() {
    widthError = 1;
    return this;
  }

  /** Shards and manifest that state what their groups show, whether they do or not. */
  public TestDataset state(GroupTargets stated) {
    targets = Optional.of(stated);
    return this;
  }

  /** Two shards, five samples, two classes. */
  public static Path small(Path folder) throws IOException {
    return new TestDataset()
        .shard("rose/1.jpg", "rose/2.jpg", "tulip/1.jpg")
        .shard("tulip/2.jpg", "tulip/3.jpg")
        .write(folder);
  }

  /** Writes shards and manifest. */
  public Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<ShardEntry> entries = new ArrayList<>();
    int seed = 0;
    for (int s = 0; s < shards.size(); s++) {
      String name = String.format("part-%05d.pcr", s);
      entries.add(writeShard(folder.resolve(name), shards.get(s), seed));
      seed += shards.get(s).size();
    }
    int groups = shards.isEmpty() ? 1 : GROUPS;
    List<QualityPoint> quality = new ArrayList<>();
    for (int g = 1; g <= groups; g++) {
      double q = 1 - 0.2 / g + 0.2 / GROUPS;
      quality.add(new QualityPoint(1000 * g, q, q - 0.02, q - 0.05, 20 + 3 * g, 4.0 / g));
    }
    Manifest manifest =
        Manifest.builder(new UUID(1, 2))
            .groups(groups, shards.isEmpty() ? Optional.empty() : targets)
            .classNames(List.of(new ClassName(0, "rose"), new ClassName(1, "tulip")))
            .quality(List.of(new MeasuredCurve(QualityMeasure.MS_SSIM, quality)))
            .options(new FixedScans(SCRIPTS).describe())
            .columns(List.of(DatasetColumn.of(CAPTION)))
            .add(entries)
            .build();
    Manifests.write(folder, manifest);
    return folder;
  }

  private ShardEntry writeShard(Path file, List<String> keys, int firstSeed) throws IOException {
    ShardMetadataBuilder metadata = ShardMetadata.builder(GROUPS);
    RestoreRegionBuilder restore = new RestoreRegionBuilder();
    ColumnBuilder captions = new ColumnBuilder(CAPTION);
    List<ByteBuffer> bodies = new ArrayList<>();
    List<ByteBuffer> values = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      ByteBuffer original = ByteBuffer.wrap(Pictures.jpeg(firstSeed + i, width, height, 90));
      metadata.add(entry(keys.get(i), original, bodies));
      restore.add(
          new RestoreRecord(RestoreKind.ORIGINAL, original), Optional.of(Sha256.of(original)));
      String caption = "picture " + (firstSeed + i);
      captions.addString(caption);
      values.add(ByteBuffer.wrap(caption.getBytes(StandardCharsets.UTF_8)));
    }
    metadata.addColumn(captions.build());
    metadata.targets(targets);
    ShardMetadata built = metadata.build();
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, built, Optional.of(restore.build()));
    ShardContent content =
        new ShardContent() {
          @Override
          public ByteBuffer slice(int group, int sample) {
            int start = 0;
            for (int g = 1; g < group; g++) {
              start += built.sliceLength(g, sample);
            }
            return bodies.get(sample).slice(start, built.sliceLength(group, sample));
          }

          @Override
          public ByteBuffer columnValue(int column, int sample) {
            return values.get(sample);
          }
        };
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      plan.writeTo(channel, content);
    }
    return ShardEntries.of(file.getFileName().toString(), plan);
  }

  private SampleEntry entry(String key, ByteBuffer original, List<ByteBuffer> bodies)
      throws IOException {
    try (JpegTranscoder transcoder = new JpegTranscoder(SCRIPTS, TranscodeOptions.DEFAULT)) {
      Transcoded transcoded = transcoder.transcode(original, key);
      ByteBuffer body = copy(transcoded.jpeg().limit(transcoded.prefixLength(GROUPS)));
      bodies.add(body);
      List<SliceEntry> slices = new ArrayList<>();
      for (int g = 1; g <= GROUPS; g++) {
        int start = transcoded.prefixLength(g - 1);
        slices.add(SliceEntry.of(body.slice(start, transcoded.prefixLength(g) - start)));
      }
      return new SampleEntry(
          key,
          OptionalLong.of(key.startsWith("rose") ? 0 : 1),
          new ImageFacts(
              Encoding.PROGRESSIVE_JPEG,
              transcoded.info().colorClass(),
              transcoded.info().width() + widthError,
              transcoded.info().height()),
          new SourceFacts(SourceFlags.NONE.withSof(0xC0), original.remaining()),
          slices);
    }
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
    return copy.put(bytes.duplicate()).flip();
  }
}
