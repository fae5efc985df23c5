package io.pcr.writer.internal.source.archive;

import static java.util.Objects.requireNonNull;

import io.pcr.writer.source.SourceOptions;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A tar that comes as a stream, such as standard input. Immutable; the stream is its caller's, and
 * one conversion reads it.
 *
 * @param name of the stream, for messages
 * @param in the tar, up to the stream's end
 */
public record TarStreamOptions(String name, InputStream in) implements SourceOptions {
  public TarStreamOptions {
    requireNonNull(name, "name");
    requireNonNull(in, "in");
  }

  @Override
  public Path root() {
    return Path.of(name);
  }

  @Override
  public boolean isStream() {
    return true;
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>(TarSourceOptions.of(root()).describe());
    options.put("source", name);
    options.put("source-kind", "tar-stream");
    return options;
  }
}
