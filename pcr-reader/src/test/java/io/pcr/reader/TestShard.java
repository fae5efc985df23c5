package io.pcr.reader;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.jpeg.Transcoded;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.ColorClass;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.column.ColumnBuilder;
import io.pcr.format.internal.metadata.ImageFacts;
import io.pcr.format.internal.metadata.SampleEntry;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.metadata.ShardMetadataBuilder;
import io.pcr.format.internal.metadata.SliceEntry;
import io.pcr.format.internal.shard.ShardContent;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.metadata.SourceFacts;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.script.ScanScripts;
import io.pcr.format.shard.ShardVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** A shard made for a test, and what a reader must give of it. */
public final class TestShard {
  public static final ScanScripts SCRIPTS = ScanScripts.named(ScanScripts.LIBJPEG);
  public static final int GROUPS = SCRIPTS.groupCount();

  private static final String SCORE = "score";
  private static final String RATIO = "ratio";
  private static final String NOTE = "note";
  private static final String MASK = "mask";
  private static final String CAPTION = "caption";

  /** A sample as it goes in. */
  private static final class Item {
    private final String key;
    private final OptionalLong label;
    private final ImageFacts image;
    private final List<byte[]> slices;

    Item(String key, OptionalLong label, ImageFacts image, List<byte[]> slices) {
      this.key = key;
      this.label = label;
      this.image = image;
      this.slices = slices;
    }
  }

  private final byte[] bytes;
  private final ShardFile file;
  private final List<Item> items;

  private TestShard(byte[] bytes, ShardFile file, List<Item> items) {
    this.bytes = bytes;
    this.file = file;
    this.items = items;
  }

  /** A shard whose slices are noise: for everything that does not look inside them. */
  public static TestShard ofNoise(long seed, int samples, int maxSliceLength) {
    Random random = new Random(seed);
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      boolean opaque = i % 7 == 3;
      List<byte[]> slices = new ArrayList<>();
      for (int g = 1; g <= GROUPS; g++) {
        boolean empty = g > 1 && (opaque || random.nextInt(6) == 0);
        byte[] slice = new byte[empty ? 0 : 1 + random.nextInt(maxSliceLength)];
        random.nextBytes(slice);
        slices.add(slice);
      }
      ColorClass color = i % 3 == 0 ? ColorClass.GREY : ColorClass.YCBCR;
      items.add(
          new Item(
              "class-" + i % 4 + "/ключ " + seed + "-" + i,
              i % 5 == 4 ? OptionalLong.empty() : OptionalLong.of(i % 4),
              opaque
                  ? new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0)
                  : new ImageFacts(Encoding.PROGRESSIVE_JPEG, color, 40 + i, 30),
              slices));
    }
    return of(items, true);
  }

  /** A shard of pictures, every fourth of them grey. */
  public static TestShard ofPhotos(long seed, int samples, int width, int height) {
    List<Item> items = new ArrayList<>();
    try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT);
        JpegTranscoder transcoder =
            new JpegTranscoder(SCRIPTS, TranscodeOptions.DEFAULT.withReproduce(false))) {
      for (int i = 0; i < samples; i++) {
        items.add(photo(encoder, transcoder, seed + i, i, width + 3 * i, height));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(items, false);
  }

  private static Item photo(
      JpegEncoder encoder, JpegTranscoder transcoder, long seed, int number, int width, int height)
      throws IOException {
    PixelFormat format = number % 4 == 3 ? PixelFormat.GREY : PixelFormat.RGB;
    ByteBuffer pixels = SyntheticPhoto.render(seed, width, height, format);
    ByteBuffer jpeg =
        encoder.encode(
            pixels,
            new ImageInfo(width, height, format.channels()),
            EncodeOptions.quality(85),
            "photo");
    return transcoded(transcoder, jpeg, "photo-" + number + ".jpg", OptionalLong.of(number % 10));
  }

  private static Item transcoded(
      JpegTranscoder transcoder, ByteBuffer jpeg, String key, OptionalLong label)
      throws IOException {
    Transcoded made = transcoder.transcode(jpeg, key);
    List<byte[]> slices = new ArrayList<>();
    for (int g = 1; g <= GROUPS; g++) {
      ByteBuffer slice = made.slice(g);
      byte[] copy = new byte[slice.remaining()];
      slice.get(copy);
      slices.add(copy);
    }
    ImageFacts image =
        new ImageFacts(
            Encoding.PROGRESSIVE_JPEG,
            made.info().colorClass(),
            made.info().width(),
            made.info().height());
    return new Item(key, label, image, slices);
  }

  /** A shard of given files, transcoded; keys are {@code prefix} and a number. */
  public static TestShard ofJpegs(String prefix, List<byte[]> jpegs) {
    List<Item> items = new ArrayList<>();
    try (JpegTranscoder transcoder =
        new JpegTranscoder(SCRIPTS, TranscodeOptions.DEFAULT.withReproduce(false))) {
      for (int i = 0; i < jpegs.size(); i++) {
        items.add(
            transcoded(transcoder, ByteBuffer.wrap(jpegs.get(i)), prefix + i, OptionalLong.of(i)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(items, false);
  }

  /** A shard whose one sample is a file of any kind, stored as it is. */
  public static TestShard ofOpaque(String key, byte[] content) {
    List<byte[]> slices = new ArrayList<>();
    slices.add(content);
    for (int g = 2; g <= GROUPS; g++) {
      slices.add(new byte[0]);
    }
    ImageFacts image = new ImageFacts(Encoding.OPAQUE, ColorClass.OPAQUE, 0, 0);
    return of(List.of(new Item(key, OptionalLong.empty(), image, slices)), false);
  }

  private static TestShard of(List<Item> items, boolean columns) {
    ShardMetadataBuilder builder = ShardMetadata.builder(GROUPS);
    for (Item item : items) {
      List<SliceEntry> entries = new ArrayList<>();
      for (byte[] slice : item.slices) {
        entries.add(SliceEntry.of(ByteBuffer.wrap(slice)));
      }
      builder.add(
          new SampleEntry(
              item.key, item.label, item.image, new SourceFacts(SourceFlags.NONE, 1000), entries));
    }
    if (columns) {
      addColumns(builder, items.size());
    }
    ShardPlan plan = ShardPlan.of(ShardVariant.PCR, builder.build(), Optional.empty());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      plan.writeTo(
          Channels.newChannel(out),
          new ShardContent() {
            @Override
            public ByteBuffer slice(int group, int sample) {
              return ByteBuffer.wrap(items.get(sample).slices.get(group - 1));
            }

            @Override
            public ByteBuffer columnValue(int column, int sample) {
              String name = plan.shard().metadata().columns().get(column).spec().name();
              return ByteBuffer.wrap(name.equals(MASK) ? mask(sample) : caption(sample));
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new TestShard(out.toByteArray(), plan.shard(), items);
  }

  private static void addColumns(ShardMetadataBuilder builder, int samples) {
    ColumnBuilder score =
        new ColumnBuilder(new ColumnSpec(SCORE, ColumnType.INT64, Placement.INLINE));
    ColumnBuilder ratio =
        new ColumnBuilder(new ColumnSpec(RATIO, ColumnType.FLOAT64, Placement.INLINE));
    ColumnBuilder note =
        new ColumnBuilder(new ColumnSpec(NOTE, ColumnType.STRING, Placement.INLINE));
    ColumnBuilder mask = new ColumnBuilder(new ColumnSpec(MASK, ColumnType.BYTES, Placement.EARLY));
    ColumnBuilder caption =
        new ColumnBuilder(new ColumnSpec(CAPTION, ColumnType.STRING, Placement.LATE));
    for (int i = 0; i < samples; i++) {
      score.addInt64(score(i));
      ratio.addFloat64(i / 2.0);
      if (i % 2 == 0) {
        note.addString("заметка " + i);
      } else {
        note.addAbsent();
      }
      mask.addBytes(ByteBuffer.wrap(mask(i)));
      caption.addString(new String(caption(i), StandardCharsets.UTF_8));
    }
    builder
        .addColumn(score.build())
        .addColumn(ratio.build())
        .addColumn(note.build())
        .addColumn(mask.build())
        .addColumn(caption.build());
  }

  /** The value of the column {@code score}. */
  public static long score(int sample) {
    return 1000L * sample - 7;
  }

  /** The value of the early column {@code mask}. */
  public static byte[] mask(int sample) {
    byte[] mask = new byte[sample % 6];
    new Random(sample).nextBytes(mask);
    return mask;
  }

  /** The value of the late column {@code caption}. */
  public static byte[] caption(int sample) {
    return ("подпись " + sample).getBytes(StandardCharsets.UTF_8);
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /** The shard as a reader will see it. */
  public ShardFile file() {
    return file;
  }

  public int sampleCount() {
    return items.size();
  }

  public String key(int sample) {
    return items.get(sample).key;
  }

  public OptionalLong label(int sample) {
    return items.get(sample).label;
  }

  /** Reads all samples in order, and compares their files with what they must be. */
  void assertAllSamples(ShardReader reader, int group) {
    int next = 0;
    for (Sample sample : reader) {
      assertEquals(next, sample.ordinal());
      assertArrayEquals(expected(next, group), ThreeShards.bytes(sample.file()));
      next++;
    }
    assertEquals(sampleCount(), next);
  }

  /** The file that a reader must give at a fidelity. */
  public byte[] expected(int sample, int group) {
    Item item = items.get(sample);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] slice : item.slices.subList(0, group)) {
      out.writeBytes(slice);
    }
    if (item.image.encoding() == Encoding.PROGRESSIVE_JPEG) {
      out.write(0xFF);
      out.write(0xD9);
    }
    return out.toByteArray();
  }

  public int prefixLength(int group) {
    return (int) file.layout().prefixLength(group);
  }
}
