package io.pcr.conformance.readme;

import io.pcr.reader.PcrDataset;
import io.pcr.reader.check.CheckResult;
import io.pcr.reader.check.DatasetCheck;
import io.pcr.reader.original.Originals;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

final class CheckAndRestore {
  public static void main(String[] args) throws IOException {
    URI uri = URI.create(args[0]); // such as https://host/imagenet/?signature=...
    try (PcrDataset dataset = PcrDataset.open(uri)) {
      CheckResult result = DatasetCheck.of(dataset).onDamage(System.out::println).run();
      System.out.println(result.samples() + " samples, " + result.damages() + " damages");
      ByteBuffer original = Originals.of(dataset).get("rose/1.jpg"); // checked by its SHA-256
      try (FileChannel file =
          FileChannel.open(
              Path.of(args[1]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        file.write(original);
      }
    }
  }
}
