package io.pcr.conformance.readme;

import io.pcr.loader.Batch;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.reader.PcrDataset;
import java.io.IOException;
import java.nio.file.Path;

final class Training {
  public static void main(String[] args) throws IOException {
    LoaderOptions options =
        LoaderOptions.builder().batch(Integer.parseInt(args[1])).seed(1).build();
    try (PcrDataset dataset = PcrDataset.open(Path.of(args[0]));
        Loader loader = Loader.open(dataset, options)) {
      while (loader.state().epoch() < 2) {
        Batch batch = loader.next(); // pixels() has the images, until the next call
        System.out.println(batch.epoch() + " " + batch.number() + " " + batch.label(0));
      }
      System.out.println(loader.state().toJson()); // a loader continues here, on any rank
    }
  }
}
