package io.pcr.reader.original;

import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.reader.find.DatasetFiles;
import io.pcr.reader.internal.keys.PlacedRecords;
import io.pcr.reader.output.OutputReport;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.TfRecordFile;
import io.pcr.tfrecord.internal.TfRecordReadOptions;
import io.pcr.tfrecord.internal.TfRecordShard;
import io.pcr.tfrecord.internal.TfRecordWalk;
import io.pcr.tfrecord.internal.example.ImageExample;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.function.Consumer;

/**
 * Reads the samples of a TFRecord shard, which holds the originals as they are: one after the
 * other, and behind a place from which nothing leads on by the places that the index of keys has.
 * For one thread, once.
 */
final class RecordOriginals implements TfRecordWalk.Listener {
  private final DatasetFiles dataset;
  private final ShardEntry entry;
  private final Limits limits;
  private final OutputReport report;
  private final Consumer<ImageExample> samples;
  private int seen;
  private int damaged;
  private IOException end;

  /**
   * @param report is told of all that cannot be read
   * @param samples takes what can be read, valid until it returns
   */
  RecordOriginals(
      DatasetFiles dataset,
      ShardEntry entry,
      Limits limits,
      OutputReport report,
      Consumer<ImageExample> samples) {
    this.dataset = dataset;
    this.entry = entry;
    this.limits = limits;
    this.report = report;
    this.samples = samples;
  }

  void read(ByteSource source) throws IOException {
    TfRecordFile file =
        TfRecordShard.open(source, entry, TfRecordReadOptions.DEFAULT.withLimits(limits));
    TfRecordWalk.forEach(file, limits, this);
    if (end != null) {
      // A server that fails once is not asked again for each record.
      if (end instanceof PcrException || source.isLocal()) {
        readPlaced(file);
      }
      if (seen < entry.sampleCount()) {
        report.failed(entry.name(), entry.sampleCount() - seen, end);
      }
    } else if (seen < entry.sampleCount()) {
      report.failed(entry.name(), entry.sampleCount() - seen, "its records are missing");
    }
  }

  private void readPlaced(TfRecordFile file) throws IOException {
    if (!file.compression().isSeekable() || dataset.manifest().isEmpty()) {
      return;
    }
    PlacedRecords places =
        PlacedRecords.of(
            dataset.location().folder(),
            dataset.manifest().get(),
            entry,
            (segment, why) -> {
              // What it has is not known then, and counted among what is lost.
            });
    places.forEach(
        file,
        seen,
        entry.sampleCount(),
        limits,
        new PlacedRecords.Listener() {
          @Override
          public void sample(ImageExample sample) {
            seen++;
            samples.accept(sample);
          }

          @Override
          public void lost(IOException why) throws IOException {
            if (why instanceof ClosedByInterruptException) {
              throw why;
            }
          }
        });
  }

  /** How many records there were that could be looked at, damaged ones included. */
  int seen() {
    return seen;
  }

  /** Whether all samples were given. */
  boolean isWhole() {
    return end == null && damaged == 0 && seen >= entry.sampleCount();
  }

  @Override
  public boolean sample(int number, TfRecord record, ImageExample sample) {
    seen++;
    samples.accept(sample);
    return true;
  }

  @Override
  public void damaged(int number, PcrException damage) {
    seen++;
    damaged++;
    report.failed(entry.name() + ", sample " + number, 1, damage.getMessage());
  }

  @Override
  public void ended(int number, IOException failure) throws IOException {
    if (failure instanceof ClosedByInterruptException) {
      throw failure;
    }
    end = failure;
  }
}
