package io.pcr.conformance.property;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.script.ScanScripts;
import io.pcr.testkit.FileTree;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.shard.PcrVariant;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A dataset to be: what goes into it, and how.
 *
 * @param samples with keys of their own
 * @param inAShard samples at most
 */
record Draft(ScanScripts scripts, List<ColumnSpec> columns, List<PcrSample> samples, int inAShard) {
  /** What is to hold of a dataset. */
  interface Check {
    void of(Path dataset) throws IOException;
  }

  EncodeSettings settings() {
    return EncodeSettings.builder().scripts(scripts).build();
  }

  /** Writes the dataset of progressive shards, checks it and deletes it. */
  void check(Check check) throws IOException {
    check(new PcrVariant(), check);
  }

  /** Writes the dataset, checks it and deletes it. */
  void check(VariantOptions variant, Check check) throws IOException {
    Path folder = Files.createTempDirectory("pcr-property");
    try {
      PcrWriterOptions options =
          PcrWriterOptions.builder()
              .variant(variant)
              .encode(settings())
              .columns(columns)
              .threads(2)
              .shards(new ShardLimits(1 << 30, inAShard))
              .build();
      try (PcrWriter writer = PcrWriter.create(folder, options)) {
        for (PcrSample sample : samples) {
          writer.add(sample);
        }
        writer.finish();
      }
      check.of(folder);
    } finally {
      FileTree.delete(folder);
    }
  }
}
