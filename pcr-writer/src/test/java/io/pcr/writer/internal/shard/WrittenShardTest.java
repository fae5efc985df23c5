package io.pcr.writer.internal.shard;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.internal.convert.ShardFormats;
import io.pcr.writer.internal.encode.EncodedSample;
import io.pcr.writer.internal.encode.SampleEncoder;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A shard gets its name only when it reads back as what went into it. */
class WrittenShardTest {
  private static final List<ColumnSpec> COLUMNS =
      List.of(
          new ColumnSpec("count", ColumnType.INT64, Placement.INLINE),
          new ColumnSpec("mask", ColumnType.BYTES, Placement.LATE));

  static Stream<VariantOptions> variants() {
    return Stream.of(
        new PcrVariant(),
        new LiquidVariant(FormatMix.parse("jpeg:1,png:1,raw:1"), 7),
        new TfRecordVariant("none"));
  }

  static Stream<VariantOptions> compressed() {
    return Stream.of("gzip", "zlib", "zstd").map(text -> new TfRecordVariant(text));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everyByteThatIsNotWhatWasWrittenIsFound(VariantOptions variant) throws Exception {
    ShardFormat format = format(variant);
    List<EncodedSample> samples = samples(format, 3);
    byte[] shard = write(format, samples);
    assertDoesNotThrow(() -> check(format, shard, samples));
    for (int at = 0; at < shard.length; at++) {
      byte[] changed = shard.clone();
      changed[at] ^= (byte) (1 << at % Byte.SIZE);
      assertThrows(IOException.class, () -> check(format, changed, samples), "byte " + at);
    }
  }

  @ParameterizedTest
  @MethodSource("compressed")
  void recordsThatDoNotDecompressToWhatWasWrittenAreFound(VariantOptions variant) throws Exception {
    ShardFormat format = format(variant);
    List<EncodedSample> samples = samples(format, 3);
    byte[] shard = write(format, samples);
    assertDoesNotThrow(() -> check(format, shard, samples));
    byte[] middle = shard.clone();
    middle[shard.length / 2] ^= 1;
    assertThrows(IOException.class, () -> check(format, middle, samples));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void shardThatIsNotWhatTheManifestWouldSayIsFound(VariantOptions variant) throws Exception {
    ShardFormat format = format(variant);
    List<EncodedSample> samples = samples(format, 3);
    ByteSource shard = new MemoryByteSource("shard", ByteBuffer.wrap(write(format, samples)));
    ShardEntry other = entry(format, samples.subList(0, 2));
    assertDoesNotThrow(() -> format.check(entry(format, samples), shard, gathered(samples)));
    assertThrows(IOException.class, () -> format.check(other, shard, gathered(samples)));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void shardOfOtherSamplesIsFound(VariantOptions variant) throws Exception {
    ShardFormat format = format(variant);
    List<EncodedSample> samples = samples(format, 4);
    byte[] fewer = write(format, samples.subList(0, 3));
    assertThrows(IOException.class, () -> check(format, fewer, samples));
    byte[] shard = write(format, samples);
    assertThrows(IOException.class, () -> check(format, shard, samples.subList(0, 3)));
    List<EncodedSample> exchanged =
        List.of(samples.get(1), samples.get(0), samples.get(2), samples.get(3));
    assertThrows(IOException.class, () -> check(format, shard, exchanged));
  }

  private static ShardFormat format(VariantOptions variant) throws IOException {
    return ShardFormats.of(
        variant, new ShardSpec(EncodeSettings.DEFAULT, COLUMNS, List.of(), OptionalLong.empty()));
  }

  private static List<EncodedSample> samples(ShardFormat format, int count) throws Exception {
    List<EncodedSample> samples = new ArrayList<>();
    try (SampleEncoder encoder = format.newEncoder()) {
      for (int i = 0; i < count; i++) {
        byte[] mask = ("mask " + i).getBytes(StandardCharsets.UTF_8);
        SourceSample source =
            new SourceSample(
                "c/" + i + ".jpg",
                OptionalLong.of(i),
                ByteBuffer.wrap(JpegFixtures.baseline(i, 24, 17)),
                List.of((long) i, mask));
        samples.add(encoder.encode(source, i));
      }
    }
    return samples;
  }

  private static byte[] write(ShardFormat format, List<EncodedSample> samples) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write("part-00000" + format.suffix(), gathered(samples), Channels.newChannel(out));
    return out.toByteArray();
  }

  /** What is said of a shard of these samples. */
  private static ShardEntry entry(ShardFormat format, List<EncodedSample> samples)
      throws IOException {
    WritableByteChannel nowhere = Channels.newChannel(OutputStream.nullOutputStream());
    return format.write("part-00000" + format.suffix(), gathered(samples), nowhere);
  }

  private static void check(ShardFormat format, byte[] shard, List<EncodedSample> samples)
      throws IOException {
    format.check(
        entry(format, samples),
        new MemoryByteSource("shard", ByteBuffer.wrap(shard)),
        gathered(samples));
  }

  /** In memory alone. */
  private static ShardSamples gathered(List<EncodedSample> samples) throws IOException {
    ShardSamples gathered = new ShardSamples(Path.of(""));
    for (EncodedSample sample : samples) {
      gathered.add(sample);
    }
    return gathered;
  }
}
