package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.ReaderOptions;
import io.pcr.reader.Sample;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/** A dataset with pictures of a split, one shard a part. */
final class DatasetFeed implements Feed {
  private final PcrDataset dataset;
  private final Picture.Kind kind;
  private final SplitFormat.Form form;
  private final Fidelity fidelity;

  private DatasetFeed(
      PcrDataset dataset, Picture.Kind kind, SplitFormat.Form form, Fidelity fidelity) {
    this.dataset = dataset;
    this.kind = kind;
    this.form = form;
    this.fidelity = fidelity;
  }

  /** Opens what {@link SplitWriter} wrote. */
  static DatasetFeed open(Path folder, Picture.Kind kind, SplitFormat.Form form, StoredFiles files)
      throws IOException {
    PcrDataset dataset = PcrDataset.open(files.folder(folder), ReaderOptions.DEFAULT);
    return new DatasetFeed(dataset, kind, form, Fidelity.FULL);
  }

  /** Opens a dataset of image files at a fidelity. */
  static DatasetFeed ofFiles(Path folder, Fidelity fidelity, StoredFiles files) throws IOException {
    PcrDataset dataset = PcrDataset.open(files.folder(folder), ReaderOptions.DEFAULT);
    return new DatasetFeed(dataset, Picture.Kind.FILE, SplitFormat.Form.PCR, fidelity);
  }

  @Override
  public int parts() {
    return dataset.shards().size();
  }

  @Override
  public Reader reader() {
    return new ShardsReader();
  }

  @Override
  public void close() throws IOException {
    dataset.close();
  }

  private final class ShardsReader implements Reader {
    private final Picture picture = new Picture();
    private final PictureDecoder decoder = new PictureDecoder();
    private final DeepPictures deep = new DeepPictures();

    @Override
    public void read(int part, Receiver receiver) throws IOException {
      try (ShardReader samples = dataset.shard(part).read(fidelity)) {
        for (int i = 0; i < samples.sampleCount(); i++) {
          Optional<Sample> sample = samples.sample(i);
          if (sample.isPresent()) {
            load(sample.get());
            receiver.take(picture);
          }
        }
      }
    }

    private void load(Sample sample) throws IOException {
      switch (kind) {
        case FILE -> {
          ByteBuffer file = picture.becomeFile(sample.length());
          for (ByteBuffer slice : sample.slices()) {
            file.put(slice.duplicate());
          }
        }
        case UINT8 -> decoder.decodeAsStored(sample.file(), sample.key(), picture);
        case FLOAT32 -> {
          if (form == SplitFormat.Form.PNG16) {
            deep.decode(sample.file(), sample.key(), picture);
          } else {
            FloatColumns.read(sample, form, picture);
          }
        }
      }
    }

    @Override
    public void close() {
      decoder.close();
    }
  }
}
