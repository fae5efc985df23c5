package io.pcr.conformance.property;

import io.pcr.writer.convert.Conversion;
import io.pcr.writer.convert.ConversionListener;
import io.pcr.writer.convert.ConversionOptions;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.source.FolderSourceOptions;
import java.nio.file.Path;

/**
 * Converts the first folder of images and appends the others: {@code <folder> <folders of images>}.
 */
final class PublishingProgram {
  private PublishingProgram() {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    for (int batch = 0; batch < Integer.parseInt(arguments[1]); batch++) {
      ConversionOptions options =
          ConversionOptions.builder(
                  FolderSourceOptions.of(folder.resolve("source" + batch)),
                  folder.resolve("dataset"))
              .threads(1)
              .shards(new ShardLimits(1 << 30, 3))
              .build();
      if (batch == 0) {
        Conversion.convert(options, ConversionListener.SILENT);
      } else {
        Conversion.append(options, ConversionListener.SILENT);
      }
    }
  }
}
