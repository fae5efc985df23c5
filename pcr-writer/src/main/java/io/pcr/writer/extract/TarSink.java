package io.pcr.writer.extract;

import io.pcr.format.manifest.ClassName;
import io.pcr.reader.Sample;
import io.pcr.reader.output.OutputReport;
import io.pcr.writer.internal.source.archive.ClassesMember;
import io.pcr.writer.internal.tar.TarWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes samples to one tar with the names of WebDataset: {@code key.jpg}, {@code key.cls} for the
 * label, {@code key.json} and {@code key.NAME} for columns. Not thread-safe. Whoever creates it
 * closes it, which also closes its target.
 */
public final class TarSink implements SampleSink {
  /** The limit of most file systems, to which the tar may be unpacked. */
  private static final int MAX_NAME_BYTES = 255;

  private final ArchiveTarget target;
  private final TarWriter tar;
  private final MemberNames names = new MemberNames();

  /**
   * A sink whose tar begins with the names of the labels.
   *
   * @param classes the names of the labels; if empty, the tar has no such member
   */
  public TarSink(ArchiveTarget target, List<ClassName> classes) throws IOException {
    this.target = target;
    this.tar = new TarWriter(target.channel());
    if (!classes.isEmpty()) {
      tar.add(ClassesMember.NAME, List.of(ClassesMember.encode(classes)));
    }
  }

  @Override
  public boolean isParallel() {
    return false;
  }

  @Override
  public Write prepare(Sample sample) throws IOException {
    String name = names.nameFor(sample.key());
    Map<String, List<ByteBuffer>> files = new LinkedHashMap<>();
    for (Map.Entry<String, List<ByteBuffer>> file : SampleFiles.of(sample, name).entrySet()) {
      files.put(requireShort(name + "." + file.getKey()), file.getValue());
    }
    return () -> {
      for (Map.Entry<String, List<ByteBuffer>> file : files.entrySet()) {
        tar.add(file.getKey(), file.getValue());
      }
      return OutputReport.Outcome.WRITTEN;
    };
  }

  private static String requireShort(String name) throws NotWritableException {
    String last = name.substring(name.lastIndexOf('/') + 1);
    if (last.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new NotWritableException("a file's name would be longer than 255 bytes");
    }
    return name;
  }

  @Override
  public void finish() throws IOException {
    tar.finish();
    target.commit();
  }

  @Override
  public void close() throws IOException {
    target.close();
  }
}
