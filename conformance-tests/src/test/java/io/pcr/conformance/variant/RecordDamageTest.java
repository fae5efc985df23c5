package io.pcr.conformance.variant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.Compression;
import io.pcr.reader.DamageCounts;
import io.pcr.reader.OnDamage;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import io.pcr.tfrecord.internal.framing.RecordFraming;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TFRecord shards that are damaged, cut, or not what the manifest says. */
class RecordDamageTest {
  private static final int SAMPLES = 6;

  @TempDir private Path temporary;
  private Path dataset;
  private byte[] plain;
  private final List<Integer> starts = new ArrayList<>();

  private void write(String compression) throws IOException {
    dataset = temporary.resolve("dataset-" + compression);
    TfRecordVariant variant = new TfRecordVariant(compression);
    Inputs.write(dataset, variant, Inputs.samples(SAMPLES), 100);
    if (compression.equals("none")) {
      plain = RecordShards.bytes(dataset);
      ByteBuffer bytes = ByteBuffer.wrap(plain).order(ByteOrder.LITTLE_ENDIAN);
      starts.clear();
      for (int at = 0; at < plain.length; at += (int) bytes.getLong(at) + TfRecordLayout.OVERHEAD) {
        starts.add(at);
      }
      starts.add(plain.length);
    }
  }

  @Test
  void keyOfADamagedRecordIsLostWithIt() throws IOException {
    write("none");
    plain[starts.get(2) + TfRecordLayout.DATA_OFFSET + 40] ^= 1;
    RecordShards.damage(dataset, plain);
    try (PcrDataset opened = PcrDataset.open(dataset);
        ShardReader reader = opened.shards().get(0).read(Fidelity.FULL)) {
      assertEquals(Optional.of(Inputs.sample(1).key()), reader.key(1));
      assertEquals(Optional.empty(), reader.key(2));
      assertThrows(IndexOutOfBoundsException.class, () -> reader.key(SAMPLES));
    }
  }

  private record Outcome(List<String> keys, List<PcrException> failures, DamageCounts counts) {}

  /** Reads the shard, going on behind what fails. */
  private Outcome read(OnDamage onDamage) throws IOException {
    List<String> keys = new ArrayList<>();
    List<PcrException> failures = new ArrayList<>();
    ReaderOptions options = ReaderOptions.builder().onDamage(onDamage).build();
    try (PcrDataset opened = PcrDataset.open(dataset, options);
        ShardReader reader = opened.shards().get(0).read(Fidelity.FULL)) {
      Iterator<Sample> samples = reader.iterator();
      while (samples.hasNext()) {
        try {
          keys.add(samples.next().key());
        } catch (UncheckedIOException e) {
          failures.add((PcrException) e.getCause());
        }
      }
      return new Outcome(keys, failures, reader.damage());
    }
  }

  private static List<String> keysBut(Integer... lost) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      if (!Arrays.asList(lost).contains(i)) {
        keys.add(Inputs.sample(i).key());
      }
    }
    return keys;
  }

  // Covers R-TFRECORD-9
  @Test
  void damagedDataCostsOneSampleAndIsNamedByFileRecordAndOffset() throws IOException {
    write("none");
    plain[starts.get(2) + TfRecordLayout.DATA_OFFSET + 40] ^= 1;
    RecordShards.damage(dataset, plain);
    Outcome failed = read(OnDamage.FAIL);
    assertEquals(keysBut(2), failed.keys());
    PcrException e = failed.failures().get(0);
    assertEquals(1, failed.failures().size());
    assertEquals("TfRecord[2].data_crc", e.field());
    assertEquals(starts.get(3) - TfRecordLayout.FOOTER_LENGTH, e.offset());
    assertTrue(e.source().endsWith("part-00000.tfrecord"), e::source);
    for (OnDamage policy : List.of(OnDamage.SKIP, OnDamage.DEGRADE)) {
      Outcome skipped = read(policy);
      assertEquals(keysBut(2), skipped.keys());
      assertEquals(new DamageCounts(0, 1), skipped.counts());
    }
  }

  // Covers R-TFRECORD-1
  @Test
  void damagedLengthCostsAllSamplesFromThereOn() throws IOException {
    write("none");
    plain[starts.get(3) + 2] ^= 1;
    RecordShards.damage(dataset, plain);
    Outcome failed = read(OnDamage.FAIL);
    assertEquals(keysBut(3, 4, 5), failed.keys());
    assertEquals(3, failed.failures().size());
    assertEquals("TfRecord[3].length_crc", failed.failures().get(0).field());
    assertEquals(new DamageCounts(0, 3), read(OnDamage.SKIP).counts());
  }

  @Test
  void samplesBehindADamagedLengthAreReadByTheirKey() throws IOException {
    write("none");
    plain[starts.get(3) + 2] ^= 1;
    RecordShards.damage(dataset, plain);
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      Sample sample = opened.sample(Inputs.sample(5).key(), Fidelity.FULL);
      assertEquals(ByteBuffer.wrap(Inputs.image(5)), sample.file());
      PcrException e =
          assertThrows(
              PcrException.Corrupt.class,
              () -> opened.sample(Inputs.sample(3).key(), Fidelity.FULL));
      assertEquals("TfRecord[3].length_crc", e.field());
    }
  }

  @Test
  void fileCutAnywhereIsTruncatedOrGivesTheSamplesBeforeTheCut() throws IOException {
    write("none");
    for (int whole = 0; whole < SAMPLES; whole++) {
      for (int cut : new int[] {starts.get(whole), starts.get(whole) + 5, starts.get(whole) + 90}) {
        RecordShards.damage(dataset, Arrays.copyOf(plain, cut));
        PcrException e =
            assertThrows(PcrException.Truncated.class, () -> read(OnDamage.FAIL), "at " + cut);
        assertTrue(e.source().endsWith("part-00000.tfrecord"), e::source);
        Outcome skipped = read(OnDamage.SKIP);
        assertEquals(keysBut().subList(0, whole), skipped.keys());
        assertEquals(SAMPLES - whole, skipped.counts().skipped());
      }
    }
  }

  // Covers R-MANIFEST-6
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 20, 1000})
  void longerFileIsDamagedAndGivesTheSamplesThatTheManifestMeans(int more) throws IOException {
    write("none");
    for (byte[] behind : List.of(plain, new byte[1000])) {
      RecordShards.damage(dataset, concat(plain, Arrays.copyOf(behind, more)));
      PcrException e = assertThrows(PcrException.Corrupt.class, () -> read(OnDamage.FAIL));
      assertEquals(ErrorCode.MALFORMED, e.code());
      for (OnDamage policy : List.of(OnDamage.SKIP, OnDamage.DEGRADE)) {
        Outcome found = read(policy);
        assertEquals(keysBut(), found.keys());
        assertEquals(DamageCounts.NONE, found.counts());
      }
    }
  }

  // Covers R-MANIFEST-6
  @Test
  void damagedRecordOfALongerFileCostsItsSampleAlone() throws IOException {
    write("none");
    plain[starts.get(2) + TfRecordLayout.DATA_OFFSET + 40] ^= 1;
    RecordShards.damage(dataset, concat(plain, plain));
    assertEquals(keysBut(2), read(OnDamage.SKIP).keys());
  }

  @ParameterizedTest
  @ValueSource(ints = {SAMPLES - 1, SAMPLES + 1})
  void anotherNumberOfRecordsThanTheManifestSaysIsDamage(int stated) throws IOException {
    write("none");
    RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, stated, plain);
    if (stated < SAMPLES) {
      assertEquals(
          "ShardEntry.sample_count",
          assertThrows(PcrException.Corrupt.class, () -> read(OnDamage.SKIP)).field());
    } else {
      Outcome found = read(OnDamage.FAIL);
      assertEquals(keysBut(), found.keys());
      assertEquals("ShardEntry.sample_count", found.failures().get(0).field());
    }
  }

  // Covers R-TFRECORD-2
  @ParameterizedTest
  @MethodSource("io.pcr.format.manifest.Compression#assigned")
  void fileOfAnotherCompressionThanTheManifestSaysIsDamaged(Compression stated) throws IOException {
    write("none");
    if (!stated.equals(Compression.NONE)) {
      RecordShards.publish(dataset, "a.tfrecord", stated, SAMPLES, plain);
      Outcome failed = read(OnDamage.FAIL);
      assertEquals(List.of(), failed.keys());
      assertEquals(ErrorCode.MALFORMED, failed.failures().get(0).code());
      assertTrue(failed.failures().get(0).source().contains("a.tfrecord"));
      Outcome skipped = read(OnDamage.SKIP);
      assertEquals(List.of(), skipped.keys());
      assertEquals(SAMPLES, skipped.counts().skipped());
    }
  }

  // Covers R-TFRECORD-2
  @Test
  void theNameSaysNothingAboutTheCompression() throws IOException {
    write("none");
    RecordShards.publish(dataset, "wrong.tfrecord.zst", Compression.NONE, SAMPLES, plain);
    assertEquals(keysBut(), read(OnDamage.FAIL).keys());
    RecordShards.publish(dataset, "wrong", Compression.GZIP, SAMPLES, gzip(plain));
    assertEquals(keysBut(), read(OnDamage.FAIL).keys());
  }

  @Test
  void severalGzipMembersAreOneShard() throws IOException {
    write("none");
    int middle = starts.get(2) + 77;
    byte[] members =
        concat(
            gzip(Arrays.copyOf(plain, middle)),
            gzip(Arrays.copyOfRange(plain, middle, plain.length)));
    RecordShards.publish(dataset, "a.tfrecord.gz", Compression.GZIP, SAMPLES, members);
    assertEquals(keysBut(), read(OnDamage.FAIL).keys());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      String key = Inputs.sample(4).key();
      assertEquals(key, opened.sample(key, Fidelity.FULL).key());
    }
  }

  @Test
  void bytesBehindTheGzipMemberAreDamageThatCostsNoSample() throws IOException {
    write("none");
    byte[] trailed = concat(gzip(plain), "garbage".getBytes(UTF_8));
    RecordShards.publish(dataset, "a.tfrecord.gz", Compression.GZIP, SAMPLES, trailed);
    PcrException e = assertThrows(PcrException.Corrupt.class, () -> read(OnDamage.FAIL));
    assertEquals(ErrorCode.MALFORMED, e.code());
    Outcome skipped = read(OnDamage.SKIP);
    assertEquals(keysBut(), skipped.keys());
    assertEquals(DamageCounts.NONE, skipped.counts());
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zlib", "zstd"})
  void damagedStreamNeverGivesAWrongSample(String compression) throws IOException {
    write(compression);
    byte[] bytes = RecordShards.bytes(dataset);
    for (int at = 20; at < bytes.length; at += bytes.length / 17) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x10;
      RecordShards.damage(dataset, damaged);
      Outcome skipped = read(OnDamage.SKIP);
      assertEquals(SAMPLES, skipped.keys().size() + skipped.counts().skipped(), "at " + at);
      List<String> left = keysBut();
      left.retainAll(skipped.keys());
      assertEquals(left, skipped.keys());
    }
  }

  @Test
  void recordThatHoldsNoSampleCostsItself() throws IOException {
    write("none");
    byte[] first = Arrays.copyOf(plain, starts.get(1));
    byte[] rest = Arrays.copyOfRange(plain, starts.get(2), plain.length);
    for (byte[] data : List.of(new byte[0], new byte[] {10, 5, 1}, "no protobuf".getBytes(UTF_8))) {
      byte[] file = concat(first, record(data.length, data), rest);
      RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, SAMPLES, file);
      Outcome failed = read(OnDamage.FAIL);
      assertEquals(keysBut(1), failed.keys());
      assertEquals(ErrorCode.MALFORMED, failed.failures().get(0).code());
      assertTrue(failed.failures().get(0).field().startsWith("TfRecord[1].data"));
      assertEquals(1, read(OnDamage.SKIP).counts().skipped());
    }
  }

  @Test
  void lengthBeyondAllLimitsIsRefusedBeforeAnythingIsAllocated() throws IOException {
    write("none");
    for (long length : new long[] {Long.MAX_VALUE, 1L << 40}) {
      publishWithAnother(length);
      for (OnDamage policy : OnDamage.values()) {
        PcrException.LimitExceeded e =
            assertThrows(PcrException.LimitExceeded.class, () -> read(policy));
        assertEquals(length, e.needed());
      }
    }
    for (long length : new long[] {Long.MIN_VALUE, -1}) {
      publishWithAnother(length);
      Outcome failed = read(OnDamage.FAIL);
      assertEquals(keysBut(), failed.keys());
      assertEquals(ErrorCode.MALFORMED, failed.failures().get(0).code());
      assertEquals(1, read(OnDamage.SKIP).counts().skipped());
    }
  }

  private void publishWithAnother(long length) throws IOException {
    byte[] file = concat(plain, record(length, new byte[10]));
    RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, SAMPLES + 1, file);
  }

  @Test
  void moreSamplesThanTheLimitsAllowAreRefusedBeforeAnythingIsAllocated() throws IOException {
    write("none");
    RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, Integer.MAX_VALUE, plain);
    for (OnDamage policy : OnDamage.values()) {
      PcrException.LimitExceeded e =
          assertThrows(PcrException.LimitExceeded.class, () -> read(policy));
      assertEquals("ShardEntry.sample_count", e.field());
    }
  }

  @Test
  void fileOfNoBytesIsAShardOfNoSamples() throws IOException {
    write("none");
    RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, 0, new byte[0]);
    assertEquals(List.of(), read(OnDamage.FAIL).keys());
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      assertTrue(opened.find("x", Fidelity.FULL).isEmpty());
    }
  }

  @Test
  void damageBeforeTheIndexIsBuiltIsNamed() throws IOException {
    write("none");
    plain[starts.get(2) + TfRecordLayout.DATA_OFFSET + 40] ^= 1;
    RecordShards.publish(dataset, "a.tfrecord", Compression.NONE, SAMPLES, plain);
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      PcrException e = assertThrows(PcrException.Corrupt.class, () -> opened.prepareIndex());
      assertEquals("TfRecord[2].data_crc", e.field());
    }
  }

  private static byte[] record(long length, byte[] data) {
    ByteBuffer out = ByteBuffer.allocate(data.length + TfRecordLayout.OVERHEAD);
    RecordFraming.putHeader(out, length);
    out.put(data);
    RecordFraming.putFooter(out, ByteBuffer.wrap(data));
    return out.array();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
