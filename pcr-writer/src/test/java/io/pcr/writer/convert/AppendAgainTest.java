package io.pcr.writer.convert;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.codecs.internal.jpeg.JpegFixtures;
import io.pcr.format.Limits;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.journal.InputCounts;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AppendAgainTest extends AppendFixture {
  @Test
  void sameAppendRunAgainAddsNothingAndChangesNothing() throws Exception {
    Path more = moreImages();
    Conversion.append(options(more), ConversionListener.SILENT);
    Map<String, byte[]> before = Sources.read(out);
    ConversionSummary again = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(2, again.manifest().generation());
    assertEquals(0, again.rejects());
    assertEquals(2, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(List.of(), again.added());
    ConversionTest.assertSameFiles(before, Sources.read(out));
  }

  @Test
  void whatIsThereAlreadyIsSkippedAndWhatDiffersIsRejected() throws Exception {
    Path more = moreImages();
    Conversion.append(options(more), ConversionListener.SILENT);
    Files.write(more.resolve("c1/n2.jpg"), JpegFixtures.baseline(77, 20, 20));
    Files.write(more.resolve("c1/n3.jpg"), JpegFixtures.baseline(78, 20, 20));
    ConversionSummary again = Conversion.append(options(more), ConversionListener.SILENT);
    assertEquals(3, again.manifest().generation());
    assertEquals(1, again.tally().get(InputCounts.Count.SAMPLES));
    assertEquals(1, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(1, again.rejects());
    assertTrue(
        Files.readString(out.resolve(Conversion.REJECTS_NAME)).contains("\"c1/n2.jpg\""),
        "the one that differs is listed");
  }

  @Test
  void sameImageWithAnotherLabelOrValueIsRejected() throws Exception {
    Path images =
        Sources.write(temporary.resolve("i"), Map.of("a.jpg", JpegFixtures.baseline(1, 20, 20)));
    Path labelled = temporary.resolve("labelled");
    long rejects = 0;
    long present = 0;
    for (String row : List.of("a.jpg,3,x", "a.jpg,3,x", "a.jpg,4,x", "a.jpg,3,y")) {
      Path labels =
          Files.writeString(temporary.resolve("labels.csv"), "path,label,caption\n" + row + "\n");
      ConversionOptions options =
          ConversionOptions.of(
              FolderSourceOptions.of(images).withLabelsFile(Optional.of(labels)), labelled);
      if (Files.exists(labelled)) {
        ConversionSummary summary = Conversion.append(options, ConversionListener.SILENT);
        assertEquals(1, summary.manifest().generation(), row);
        rejects += summary.rejects();
        present += summary.tally().get(InputCounts.Count.PRESENT);
      } else {
        Conversion.convert(options, ConversionListener.SILENT);
      }
    }
    assertEquals(2, rejects);
    assertEquals(1, present);
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip", "zlib", "zstd"})
  void recordsAreComparedByTheirBytesHoweverTheyAreCompressed(String compression) throws Exception {
    Path records = temporary.resolve("records");
    Path images = Sources.small(temporary.resolve("images"), 9);
    ConversionOptions convert =
        ConversionOptions.builder(FolderSourceOptions.of(images), records)
            .variant(new TfRecordVariant(compression))
            .shards(new ShardLimits(1 << 20, 2))
            .build();
    Conversion.convert(convert, ConversionListener.SILENT);
    ConversionSummary again = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(1, again.manifest().generation());
    assertEquals(9, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, again.missingOriginals(RestorePolicy.EXACT));
    assertEquals(0, again.rejects());
    Files.write(images.resolve("c0/3.jpg"), JpegFixtures.baseline(77, 24, 17));
    ConversionSummary changed = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(8, changed.tally().get(InputCounts.Count.PRESENT));
    assertEquals(Map.of(RejectReason.DUPLICATE_KEY, 1L), changed.listed());
  }

  @Test
  void recordsThatCannotBeReadAreNotTakenForTheSame() throws Exception {
    Path records = temporary.resolve("records");
    ConversionOptions convert =
        ConversionOptions.builder(FolderSourceOptions.of(moreImages()), records)
            .variant(new TfRecordVariant("gzip"))
            .build();
    Conversion.convert(convert, ConversionListener.SILENT);
    Path shard = records.resolve("part-00000.tfrecord.gz");
    byte[] damaged = Files.readAllBytes(shard);
    damaged[damaged.length / 2] ^= 1;
    Files.write(shard, damaged);
    ConversionSummary again = Conversion.append(convert, ConversionListener.SILENT);
    assertEquals(0, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(Map.of(RejectReason.DUPLICATE_KEY, 2L), again.listed());
  }

  /** A Liquid sample may be its original though no restore data says so. */
  @ParameterizedTest
  @ValueSource(strings = {"pcr", "liquid"})
  void whatIsThereWithoutItsOriginalIsCounted(String variant) throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 12);
    Path lossy = temporary.resolve("lossy");
    ConversionOptions exact =
        ConversionOptions.builder(FolderSourceOptions.of(images), lossy)
            .variant(KilledConversion.variant(variant))
            .build();
    Conversion.convert(
        exact.toBuilder()
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .build(),
        ConversionListener.SILENT);
    Map<String, byte[]> originals = Sources.read(images);
    Map<String, ReadBack.Found> stored = ReadBack.of(lossy).samples;
    long lost =
        originals.entrySet().stream()
            .filter(file -> !Arrays.equals(file.getValue(), stored.get(file.getKey()).file()))
            .count();
    assertTrue(lost > 0, "originals are not kept");
    ConversionSummary again = Conversion.append(exact, ConversionListener.SILENT);
    assertEquals(12, again.tally().get(InputCounts.Count.PRESENT));
    assertEquals(lost, again.missingOriginals(RestorePolicy.EXACT));
    assertEquals(0, again.missingOriginals(RestorePolicy.NONE));
    Path kept = temporary.resolve("kept");
    ConversionOptions all =
        ConversionOptions.builder(FolderSourceOptions.of(images), kept)
            .variant(KilledConversion.variant(variant))
            .build();
    Conversion.convert(all, ConversionListener.SILENT);
    ConversionSummary complete = Conversion.append(all, ConversionListener.SILENT);
    assertEquals(12, complete.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, complete.missingOriginals(RestorePolicy.EXACT));
  }

  /** A copy that lies beside a damaged shard has what it lacks; without one, the damage is said. */
  @Test
  void whatIsThereWithDamagedRestoreDataIsReadFromACopyOrSaid() throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 6);
    Path kept = temporary.resolve("kept");
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(images), kept).build();
    Conversion.convert(options, ConversionListener.SILENT);
    Path shard = kept.resolve("part-00000.pcr");
    Path copy = Files.copy(shard, kept.resolve("copy-of-it.pcr"));
    try (FileByteSource source = FileByteSource.open(shard)) {
      long directory =
          ShardFile.open(source, Limits.DEFAULT).regions().restore().orElseThrow().offset();
      byte[] bytes = Files.readAllBytes(shard);
      bytes[(int) directory + 8] ^= 0x55;
      Files.write(shard, bytes);
    }
    ConversionSummary fromCopy = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, fromCopy.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, fromCopy.missingOriginals(RestorePolicy.EXACT));
    Files.delete(copy);
    ConversionSummary damaged = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, damaged.tally().get(InputCounts.Count.PRESENT));
    assertEquals(0, damaged.tally().get(InputCounts.Count.PRESENT_WITHOUT_ORIGINAL));
    assertEquals(6, damaged.tally().get(InputCounts.Count.PRESENT_WITH_DAMAGED_ORIGINAL));
    assertEquals(6, damaged.missingOriginals(RestorePolicy.EXACT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "gzip"})
  void recordsOfADamagedShardAreComparedWithAnIntactCopy(String compression) throws Exception {
    Path images = Sources.small(temporary.resolve("images"), 6);
    Path records = temporary.resolve("records");
    ConversionOptions options =
        ConversionOptions.builder(FolderSourceOptions.of(images), records)
            .variant(new TfRecordVariant(compression))
            .build();
    ConversionSummary made = Conversion.convert(options, ConversionListener.SILENT);
    Path shard = records.resolve(made.added().get(0).name());
    Path copy = Files.copy(shard, records.resolve("copy-" + made.added().get(0).name()));
    byte[] bytes = Files.readAllBytes(shard);
    for (int at = 100; at < bytes.length; at += 100) {
      bytes[at] ^= 0x55;
    }
    Files.write(shard, bytes);
    ConversionSummary again = Conversion.append(options, ConversionListener.SILENT);
    assertEquals(6, again.tally().get(InputCounts.Count.PRESENT), again::toString);
    assertEquals(0, again.rejects());
    Files.delete(copy);
    ConversionSummary damaged = Conversion.append(options, ConversionListener.SILENT);
    assertTrue(damaged.rejects() > 0, damaged::toString);
  }
}
