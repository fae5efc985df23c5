package io.pcr.advisor.sample;

import io.pcr.advisor.TuneSource;
import io.pcr.advisor.model.StoredForm;
import io.pcr.format.internal.commit.OwnFolder;
import io.pcr.reader.PcrDataset;
import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.convert.ConversionSummary;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import io.pcr.writer.source.kind.SourceKind;
import io.pcr.writer.tfrecord.TfRecordVariant;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Datasets of the same sample of images, one for each form, in a folder of their own. Whoever makes
 * this closes it; that removes the folder.
 */
public final class SampleDatasets implements Closeable {
  /** With fewer images, an epoch is over before anything can be measured. */
  public static final int FEWEST_IMAGES = 16;

  private static final long SHARD_BYTES = 128L << 20;

  /** So that a sample has several shards, as a dataset has. */
  private static final int SHARDS = 8;

  private final Path folder;
  private final List<PcrDataset> opened = new ArrayList<>();
  private final List<TuneSource> sources = new ArrayList<>();

  private SampleDatasets(Path folder) {
    this.folder = folder;
  }

  /**
   * Makes them.
   *
   * @param count of images, at most
   * @param work where the folder is made: on the disk that is measured
   * @param steps told what is being done
   * @throws TooFewImagesException when there are fewer images than can be measured
   */
  public static SampleDatasets make(
      Path images, SourceKind kind, int count, long seed, Path work, Consumer<String> steps)
      throws IOException, InterruptedException {
    Files.createDirectories(work);
    SampleDatasets datasets = new SampleDatasets(Files.createTempDirectory(work, "pcr-tune"));
    boolean isMade = false;
    try {
      Path copies = Files.createDirectory(datasets.folder.resolve("images"));
      SampledImages sample = SampledImages.of(images, kind, count, seed, copies);
      for (StoredForm form : List.of(StoredForm.PCR, StoredForm.TFRECORD, StoredForm.RAW)) {
        steps.accept("converting a sample to " + form.text());
        datasets.convert(images, sample, form, count);
      }
      isMade = true;
      return datasets;
    } finally {
      if (!isMade) {
        datasets.close();
      }
    }
  }

  private void convert(Path images, SampledImages sample, StoredForm form, int count)
      throws IOException, InterruptedException {
    Path out = folder.resolve(form.name());
    ConversionOptions options =
        ConversionOptions.builder(sample.source(), out)
            .variant(variant(form))
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .shards(new ShardLimits(SHARD_BYTES, Math.max(1, count / SHARDS)))
            .build();
    ConversionSummary done = Conversion.convert(options, ConversionListener.SILENT);
    PcrDataset dataset = PcrDataset.open(out);
    opened.add(dataset);
    long converted = dataset.sampleCount();
    if (converted < FEWEST_IMAGES) {
      throw new TooFewImagesException(
          images
              + ": "
              + (converted == 1 ? "one image is" : converted + " images are")
              + " too few to measure, it takes "
              + FEWEST_IMAGES
              + (done.rejects() > 0 ? "; " + done.rejects() + " could not be converted" : ""));
    }
    sources.add(new TuneSource(dataset, form, Math.round(converted / sample.share())));
  }

  private static VariantOptions variant(StoredForm form) {
    return switch (form) {
      case TFRECORD -> new TfRecordVariant("none");
      case RAW -> new LiquidVariant(FormatMix.parse("raw:1"), 0);
      case PCR, OTHER -> new PcrVariant();
    };
  }

  /** The datasets, opened. */
  public List<TuneSource> sources() {
    return List.copyOf(sources);
  }

  @Override
  public void close() throws IOException {
    for (PcrDataset dataset : opened) {
      dataset.close();
    }
    OwnFolder.deleteTree(folder);
  }
}
