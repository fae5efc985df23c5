package io.pcr.advisor.internal.strategy;

import static java.util.Objects.requireNonNull;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Something that is prepared once and measured in several ways. Immutable.
 *
 * @param subject what pictures go through: the pipeline, in words
 * @param last the last step that is done once
 * @param split its number
 * @param pictures what is stored
 * @param pipeline whose steps are done; empty when pictures are made
 */
record Trial(
    String subject,
    String last,
    int split,
    SplitFormat format,
    SplitPictures pictures,
    Optional<Pipeline> pipeline) {
  private static final int COLOURS = 3;

  Trial {
    requireNonNull(format, "format");
    requireNonNull(pictures, "pictures");
    requireNonNull(pipeline, "pipeline");
  }

  /** A strategy, with these images. */
  static Trial of(Strategy strategy, List<Path> images) {
    Pipeline pipeline = strategy.pipeline();
    int split = strategy.split();
    List<Step> before = pipeline.before(split);
    return new Trial(
        pipeline.toString(),
        strategy.name(),
        split,
        strategy.format(),
        new SplitPictures(strategy.kind(), images.size(), () -> new StepsMaker(images, before)),
        Optional.of(pipeline));
  }

  /** Pictures of chance, of a size in bytes, with nothing to be done. */
  static Trial ofMadePictures(Picture.Kind kind, SplitFormat format, int pictureBytes, int count) {
    int side = (int) Math.round(Math.sqrt((double) pictureBytes / COLOURS / kind.channelBytes()));
    return new Trial(
        kind + " pictures of " + pictureBytes + " bytes",
        Pipeline.READ,
        1,
        format,
        new SplitPictures(kind, count, () -> number -> made(kind, Math.max(1, side), number)),
        Optional.empty());
  }

  private static Picture made(Picture.Kind kind, int side, int number) {
    Picture picture = new Picture();
    ByteBuffer bytes = picture.becomePixels(kind, side, side, COLOURS);
    SplittableRandom random = new SplittableRandom(number);
    while (bytes.remaining() >= Float.BYTES) {
      if (kind == Picture.Kind.FLOAT32) {
        bytes.putFloat((float) (2 * random.nextDouble() - 1));
      } else {
        bytes.putInt(random.nextInt());
      }
    }
    return picture;
  }

  /** The steps that are done in every epoch. */
  List<Step> online() {
    return pipeline.map(steps -> steps.behind(split)).orElse(List.of());
  }

  /** Before how many of these steps pictures wait to be shuffled. */
  int position(ShufflePlace shuffle) {
    return pipeline.map(steps -> shuffle.position(steps, split)).orElse(0);
  }

  /** Whether its pictures are made, and no steps are done with them. */
  boolean isMade() {
    return pipeline.isEmpty();
  }

  StrategyRow.Key key(String images, CacheMode cache, int threads, ShufflePlace shuffle, int run) {
    return new StrategyRow.Key(
        images,
        subject,
        split,
        last,
        format.toString(),
        pictures.count(),
        cache.word(),
        threads,
        shuffle.toString(),
        run);
  }

  /** Whether the originals themselves are read. */
  boolean isOfOriginals() {
    return format.form() == SplitFormat.Form.FILES;
  }

  /**
   * Writes what is read in every epoch into a folder that does not exist yet. Copies of originals
   * are no preparation: they stand for originals, which are there.
   */
  void prepare(Path folder, int threads, StopSignal stop) throws IOException {
    if (!isOfOriginals()) {
      SplitWriter.write(folder, format, pictures, threads, stop);
      return;
    }
    Files.createDirectory(folder);
    try (SplitPictures.Maker maker = pictures.makers().start()) {
      for (int i = 0; i < pictures.count(); i++) {
        stop.check();
        Files.write(folder.resolve(Integer.toString(i)), bytes(maker.make(i)));
      }
    }
  }

  private static byte[] bytes(Picture picture) {
    byte[] bytes = new byte[picture.length()];
    picture.bytes().get(bytes);
    return bytes;
  }

  /** Opens what was prepared. */
  Feed open(Path folder, StoredFiles files) throws IOException {
    if (!isOfOriginals()) {
      return DatasetFeed.open(folder, pictures.kind(), format.form(), files);
    }
    List<Path> copies = new ArrayList<>();
    for (int i = 0; i < pictures.count(); i++) {
      copies.add(folder.resolve(Integer.toString(i)));
    }
    return new FileFeed(copies, files);
  }

  @Override
  public String toString() {
    return subject + ", " + last + " as " + format;
  }
}
