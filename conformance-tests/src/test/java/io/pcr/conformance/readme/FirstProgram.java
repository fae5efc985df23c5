package io.pcr.conformance.readme;

import io.pcr.format.Fidelity;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import java.io.IOException;
import java.nio.file.Path;

final class FirstProgram {
  public static void main(String[] args) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(Path.of(args[0]))) {
      for (Shard shard : dataset.shards()) {
        try (ShardReader samples = shard.read(Fidelity.atMost(3))) { // one contiguous read
          for (Sample sample : samples) {
            System.out.println(
                sample.key() + " " + sample.label() + " " + sample.file().remaining());
          }
        }
      }
    }
  }
}
