package io.pcr.reader.location;

import io.pcr.reader.http.HttpOptions;
import java.net.URI;
import java.util.Set;

/**
 * Serves the URIs of some schemes. Found by {@link java.util.ServiceLoader}: a module that brings
 * such a service needs only be on the class path. Thread-safe.
 */
public interface FolderProvider {
  /** The schemes that are served, in lower case. */
  Set<String> schemes();

  /**
   * The folder at a URI of one of the schemes; nothing is sent yet.
   *
   * @param folder as its user wrote it, query and user included
   * @param options how often and how long to try; what they say of HTTP itself need not matter
   * @throws IllegalArgumentException when the URI is not one of a folder
   */
  DatasetFolder folder(URI folder, HttpOptions options);
}
