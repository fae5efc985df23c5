package io.pcr.writer.internal.source.archive;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.writer.internal.reject.RejectLog;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceInput;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.internal.source.kind.SourceInputs;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A source that was listed and opened, with what was rejected on the way. */
public record Listed(SampleSource source, List<String> rejects) implements Closeable {
  /** Lists and opens. */
  public static Listed of(SourceOptions options, Path work) throws IOException {
    SourceInput input = SourceInputs.of(options);
    Files.createDirectories(work);
    Path log = work.resolve("rejects");
    try (RejectLog rejects = RejectLog.open(log, 0)) {
      input.list(work.resolve("listing"), rejects, count -> {});
    }
    return new Listed(input.open(work.resolve("listing")), Files.readAllLines(log));
  }

  /** A tar, written into the folder and listed. */
  static Listed ofTar(Path folder, byte[] tar) throws IOException {
    Path file = TarFiles.write(folder.resolve("x.tar"), tar);
    return of(TarSourceOptions.of(file), folder.resolve("work"));
  }

  /** The value of a column of text. */
  static String text(SourceSample sample, int column) {
    return new String((byte[]) sample.columnValues().get(column), StandardCharsets.UTF_8);
  }

  void assertRejected(String name, RejectReason reason) {
    boolean isThere =
        rejects.stream()
            .anyMatch(line -> line.contains(name + "\"") && line.contains(reason.name()));
    assertTrue(isThere, rejects::toString);
  }

  /** In the order of the listing. */
  public List<String> keys() throws IOException {
    List<String> keys = new ArrayList<>();
    try (SampleSource.Reader reader = source.reader()) {
      for (long i = 0; i < source.count(); i++) {
        keys.add(reader.read(i).key());
      }
    }
    return keys;
  }

  /** An input; its bytes are a copy. */
  public SourceSample read(long number) throws IOException {
    try (SampleSource.Reader reader = source.reader()) {
      SourceSample sample = reader.read(number);
      ByteBuffer copy = ByteBuffer.allocate(sample.bytes().remaining()).put(sample.bytes()).flip();
      return new SourceSample(sample.key(), sample.label(), copy, sample.columnValues());
    }
  }

  /** The image of an input. */
  public byte[] bytes(long number) throws IOException {
    return read(number).bytes().array();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
