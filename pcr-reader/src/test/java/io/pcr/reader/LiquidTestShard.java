package io.pcr.reader;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.raw.BmpCodec;
import io.pcr.codecs.internal.raw.PnmCodec;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.jpeg.DecodeOptions;
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
import io.pcr.format.shard.ShardVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;

/** A Liquid shard of small pictures made for a test, with an early and an inline column. */
final class LiquidTestShard {
  static final List<Encoding> FORMATS =
      List.of(Encoding.JPEG, Encoding.PNG, Encoding.WEBP, Encoding.BMP, Encoding.RAW);

  private static final int ROOM = 1 << 18;

  private final List<Encoding> encodings = new ArrayList<>();
  private final List<byte[]> contents = new ArrayList<>();
  private final List<ImageInfo> infos = new ArrayList<>();
  private final List<ByteBuffer> pixels = new ArrayList<>();
  private byte[] bytes;
  private ShardFile file;

  private LiquidTestShard() {}

  /** Pictures, every fourth of them grey, in formats that a seed chooses. */
  static LiquidTestShard of(long seed, int samples) {
    LiquidTestShard shard = new LiquidTestShard();
    Random random = new Random(seed);
    try {
      for (int i = 0; i < samples; i++) {
        PixelFormat format = i % 4 == 3 ? PixelFormat.GREY : PixelFormat.RGB;
        ImageInfo info = new ImageInfo(20 + i, 11 + random.nextInt(9), format.channels());
        ByteBuffer picture = SyntheticPhoto.render(seed + i, info.width(), info.height(), format);
        Encoding encoding = FORMATS.get(random.nextInt(FORMATS.size()));
        shard.encodings.add(encoding);
        shard.infos.add(info);
        shard.contents.add(encode(encoding, picture, info));
        shard.pixels.add(picture);
      }
      shard.assemble();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return shard;
  }

  /** One sample whose bytes are not what its encoding says. */
  static LiquidTestShard lie(Encoding encoding, byte[] content) throws IOException {
    LiquidTestShard shard = new LiquidTestShard();
    shard.encodings.add(encoding);
    shard.infos.add(new ImageInfo(4, 4, 3));
    shard.contents.add(content);
    shard.assemble();
    return shard;
  }

  private static byte[] encode(Encoding encoding, ByteBuffer pixels, ImageInfo info)
      throws IOException {
    int width = info.width();
    int height = info.height();
    PixelFormat format = info.naturalFormat();
    ByteBuffer out = ByteBuffer.allocateDirect(ROOM);
    switch (encoding) {
      case JPEG -> {
        try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
          out.put(encoder.encode(pixels, info, EncodeOptions.quality(90), "p"));
        }
      }
      case PNG -> PngCodec.encode(pixels, width, height, format, PngOptions.DEFAULT, out);
      case WEBP -> WebpCodec.encode(pixels, width, height, format, WebpOptions.losslessly(), out);
      case BMP -> BmpCodec.encode(pixels, width, height, format, out);
      case RAW -> PnmCodec.encode(pixels, width, height, format, out);
      case PROGRESSIVE_JPEG, OPAQUE -> throw new IllegalArgumentException(encoding.toString());
    }
    byte[] file = new byte[out.flip().remaining()];
    out.get(file);
    return file;
  }

  private void assemble() throws IOException {
    ShardMetadataBuilder builder = ShardMetadata.builder(1);
    ColumnBuilder note =
        new ColumnBuilder(new ColumnSpec("note", ColumnType.STRING, Placement.INLINE));
    ColumnBuilder mask =
        new ColumnBuilder(new ColumnSpec("mask", ColumnType.BYTES, Placement.EARLY));
    for (int i = 0; i < contents.size(); i++) {
      ImageInfo info = infos.get(i);
      builder.add(
          new SampleEntry(
              key(i),
              OptionalLong.of(i % 4),
              new ImageFacts(encodings.get(i), ColorClass.OPAQUE, info.width(), info.height()),
              new SourceFacts(SourceFlags.NONE, 1000),
              List.of(SliceEntry.of(ByteBuffer.wrap(contents.get(i))))));
      note.addString("note " + i);
      mask.addBytes(ByteBuffer.wrap(mask(i)));
    }
    builder.addColumn(note.build()).addColumn(mask.build());
    ShardPlan plan = ShardPlan.of(ShardVariant.LIQUID, builder.build(), Optional.empty());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    plan.writeTo(
        Channels.newChannel(out),
        new ShardContent() {
          @Override
          public ByteBuffer slice(int group, int sample) {
            return ByteBuffer.wrap(contents.get(sample));
          }

          @Override
          public ByteBuffer columnValue(int column, int sample) {
            return ByteBuffer.wrap(mask(sample));
          }
        });
    bytes = out.toByteArray();
    file = plan.shard();
  }

  static byte[] mask(int sample) {
    return new byte[] {(byte) sample, 1, 2};
  }

  byte[] bytes() {
    return bytes.clone();
  }

  ShardFile file() {
    return file;
  }

  int sampleCount() {
    return contents.size();
  }

  String key(int sample) {
    return "liquid/" + sample;
  }

  Encoding encoding(int sample) {
    return encodings.get(sample);
  }

  byte[] content(int sample) {
    return contents.get(sample);
  }

  /** The samples of a format, in order. */
  List<Integer> ordinals(Encoding format) {
    return IntStream.range(0, contents.size())
        .filter(i -> encodings.get(i) == format)
        .boxed()
        .toList();
  }

  /** The pixels that a sample must decode to. */
  ByteBuffer rgb(int sample) throws IOException {
    ImageInfo info = infos.get(sample);
    ByteBuffer rgb = ByteBuffer.allocateDirect(ROOM);
    if (encodings.get(sample) == Encoding.JPEG) {
      try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
        decoder.decode(ByteBuffer.wrap(contents.get(sample)), DecodeOptions.rgb(), rgb, "p");
      }
      return rgb.flip();
    }
    ByteBuffer stored = pixels.get(sample).duplicate();
    while (stored.hasRemaining()) {
      byte value = stored.get();
      rgb.put(value);
      if (info.channels() == 1) {
        rgb.put(value).put(value);
      }
    }
    return rgb.flip();
  }
}
