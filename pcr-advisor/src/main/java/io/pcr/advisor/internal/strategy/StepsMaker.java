package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.advisor.strategy.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

/** Reads images and does the steps that are done once. */
final class StepsMaker implements SplitPictures.Maker {
  private final List<Path> images;
  private final Picture file = new Picture();
  private final StepChain steps;

  StepsMaker(List<Path> images, List<Step> steps) {
    this.images = images;
    this.steps = new StepChain(steps, new SplittableRandom(0)); // None of them asks for chance.
  }

  @Override
  public Picture make(int number) throws IOException {
    Path path = images.get(number);
    byte[] bytes = Files.readAllBytes(path);
    file.becomeFile(bytes.length).put(bytes);
    try {
      return steps.apply(file);
    } catch (IOException e) {
      throw new IOException(path + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    steps.close();
  }
}
