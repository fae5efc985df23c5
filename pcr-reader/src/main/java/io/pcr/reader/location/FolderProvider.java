package io.pcr.reader.location;

import io.pcr.reader.http.HttpOptions;
import java.net.URI;
import java.util.Set;

/**
 * Serves the URIs of some schemes. {@link java.util.ServiceLoader} finds it: it is enough that the
 * module with this service is on the class path. Implementations must be thread-safe.
 */
public interface FolderProvider {
  /** The schemes that it serves, in lower case. */
  Set<String> schemes();

  /**
   * The folder at a URI of one of these schemes. This call must not send anything.
   *
   * @param folder as the user wrote it, including query and user
   * @param options how often and how long to try; a provider may ignore what concerns only HTTP
   * @throws IllegalArgumentException when the URI does not name a folder
   */
  DatasetFolder folder(URI folder, HttpOptions options);
}
