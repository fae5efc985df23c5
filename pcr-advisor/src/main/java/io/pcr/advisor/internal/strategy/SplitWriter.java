package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.reader.internal.work.Parallel;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.RestorePolicy;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Writes the pictures of a split as a dataset. */
final class SplitWriter {
  private SplitWriter() {}

  /**
   * Writes a dataset.
   *
   * @param folder that does not exist yet
   */
  static void write(
      Path folder, SplitFormat format, SplitPictures pictures, int threads, StopSignal stop)
      throws IOException {
    boolean hasColumns =
        pictures.kind() == Picture.Kind.FLOAT32 && format.form() != SplitFormat.Form.PNG16;
    PcrWriterOptions options =
        PcrWriterOptions.builder()
            .variant(format.variant())
            .encode(EncodeSettings.builder().restore(RestorePolicy.NONE).build())
            .shards(StudyShards.of(pictures.count()))
            .columns(hasColumns ? FloatColumns.columns(format.form()) : List.of())
            .threads(threads)
            .build();
    try (PcrWriter writer = PcrWriter.create(folder, options)) {
      Parallel.forEach(
          pictures.count(),
          threads,
          () -> new Worker(pictures.makers().start(), format, writer, stop));
      writer.finish();
    }
  }

  private static final class Worker implements Parallel.Worker {
    private final SplitPictures.Maker maker;
    private final PictureEncoder encoder;
    private final PcrWriter writer;
    private final StopSignal stop;

    Worker(SplitPictures.Maker maker, SplitFormat format, PcrWriter writer, StopSignal stop) {
      this.maker = maker;
      this.encoder = new PictureEncoder(format);
      this.writer = writer;
      this.stop = stop;
    }

    @Override
    public void on(int number) throws IOException {
      stop.check();
      PcrSample sample = encoder.encode(String.format("%08d", number), maker.make(number));
      synchronized (writer) {
        writer.add(sample);
      }
    }

    @Override
    public void close() {
      maker.close();
      encoder.close();
    }
  }
}
