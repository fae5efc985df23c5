package io.pcr.reader.location;

import io.pcr.format.source.ByteSource;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.reader.http.HttpOptions;
import java.net.URI;
import java.net.URISyntaxException;

/** A folder on a web server: its user and its query, such as a signature, go with each request. */
record HttpFolder(URI folder, HttpOptions options) implements DatasetFolder {
  @Override
  public ByteSource open(String name) {
    return HttpByteSource.open(resolve(name), options);
  }

  /** The URI of a file: its name encoded, the folder's query kept. */
  private URI resolve(String name) {
    try {
      String path = folder.getRawPath();
      String slash = path.endsWith("/") ? "" : "/";
      String encoded = new URI(null, null, "/" + name, null).toASCIIString().substring(1);
      String query = folder.getRawQuery() == null ? "" : "?" + folder.getRawQuery();
      return new URI(
          folder.getScheme() + "://" + folder.getRawAuthority() + path + slash + encoded + query);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("the file name cannot be part of a URI: " + name, e);
    }
  }

  @Override
  public String toString() {
    return HttpByteSource.name(folder);
  }
}
