package io.pcr.reader.location;

import io.pcr.format.manifest.Manifest;
import io.pcr.reader.http.HttpByteSource;
import io.pcr.reader.http.HttpOptions;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.reader.internal.location.ShardNames;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The place of a dataset or of a single shard: a path, or a URI with the scheme {@code file},
 * {@code http}, {@code https} or one that a {@link FolderProvider} serves. Creating a location
 * opens nothing and sends nothing. Immutable and thread-safe.
 */
public final class DatasetLocation {
  /** A single letter before the colon is a drive. */
  private static final Pattern URI_LIKE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private static final Set<String> OWN_SCHEMES = Set.of("file", "http", "https");

  private final DatasetFolder folder;
  private final Optional<String> file;

  private DatasetLocation(DatasetFolder folder, Optional<String> file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * The location that a person wrote: the path or URI of a dataset's folder, of its manifest, or of
   * a shard.
   *
   * @throws IllegalArgumentException when the argument is neither a path nor a URI, or nothing
   *     serves its scheme
   */
  public static DatasetLocation of(String argument) {
    if (argument.isEmpty()) {
      throw new IllegalArgumentException("the path is empty; is a variable not set?");
    }
    if (isUri(argument)) {
      return of(uri(argument));
    }
    try {
      return of(Path.of(argument));
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("not a path: " + e.getReason(), e);
    }
  }

  /** Whether a text has the form of a URI, and so is not the path of a local file. */
  public static boolean isUri(String argument) {
    return URI_LIKE.matcher(argument).matches();
  }

  private static URI uri(String argument) {
    try {
      return new URI(argument);
    } catch (URISyntaxException e) {
      // Without the cause, whose message has all of the text, and so its secrets.
      throw new IllegalArgumentException(
          HttpByteSource.name(argument) + ": not a URI: " + e.getReason());
    }
  }

  /** The location of a dataset's folder, of its manifest, or of a shard. */
  public static DatasetLocation of(Path path) {
    if (Files.isDirectory(path)) {
      return of(new LocalFolder(path));
    }
    Path parent = path.getParent() == null ? Path.of("") : path.getParent();
    return of(new LocalFolder(parent), String.valueOf(path.getFileName()));
  }

  /** Does the same as {@link #of(URI, HttpOptions)}, with default options. */
  public static DatasetLocation of(URI uri) {
    return of(uri, HttpOptions.DEFAULT);
  }

  /**
   * The location of a dataset's folder, of its manifest, or of a shard. The name of a shard must
   * end in the suffix of one.
   *
   * @throws IllegalArgumentException when nothing serves the URI's scheme, or the URI has no host
   */
  public static DatasetLocation of(URI uri, HttpOptions options) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (scheme.equals("file")) {
      return of(Path.of(uri));
    }
    String path = uri.getRawPath() == null ? "" : uri.getRawPath();
    String last = lastName(uri);
    boolean isFile = last.equals(Manifest.FILE_NAME) || ShardNames.isShard(last);
    int end = path.lastIndexOf('/') + 1;
    URI folder = isFile ? withPath(uri, path.substring(0, end)) : uri;
    DatasetFolder found = serve(scheme, folder, options);
    return isFile ? of(found, last) : of(found);
  }

  private static DatasetFolder serve(String scheme, URI folder, HttpOptions options) {
    if (OWN_SCHEMES.contains(scheme)) {
      if (!HttpByteSource.takes(folder)) {
        throw new IllegalArgumentException(
            HttpByteSource.name(folder)
                + (folder.getRawAuthority() == null
                    ? ": a URI without a host"
                    : ": a host's name has letters, digits, '-' and '.' alone; use another name of"
                        + " this host, or its number"));
      }
      return new HttpFolder(folder, options);
    }
    Set<String> served = new TreeSet<>(OWN_SCHEMES);
    for (FolderProvider provider : ServiceLoader.load(FolderProvider.class)) {
      if (provider.schemes().contains(scheme)) {
        return provider.folder(folder, options);
      }
      served.addAll(provider.schemes());
    }
    throw new IllegalArgumentException(
        HttpByteSource.name(folder)
            + ": no module serves URIs of the scheme '"
            + scheme
            + "', only "
            + String.join(", ", served)
            + "; a module for it must be on the class path");
  }

  private static String lastName(URI uri) {
    String path = uri.getPath() == null ? "" : uri.getPath();
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static URI withPath(URI uri, String rawPath) {
    String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    return URI.create(uri.getScheme() + "://" + authority + rawPath + query);
  }

  /** A dataset in storage that the caller provides. */
  public static DatasetLocation of(DatasetFolder folder) {
    return new DatasetLocation(folder, Optional.empty());
  }

  /**
   * A single shard, or a dataset by the name of its manifest.
   *
   * @param file a plain file name
   */
  public static DatasetLocation of(DatasetFolder folder, String file) {
    boolean isManifest = file.equals(Manifest.FILE_NAME);
    return new DatasetLocation(folder, isManifest ? Optional.empty() : Optional.of(file));
  }

  /** The folder that contains the dataset's files or the shard. */
  public DatasetFolder folder() {
    return folder;
  }

  /** The name of the single shard; empty when this is the location of a dataset. */
  public Optional<String> shard() {
    return file;
  }

  /** The last name of the path: that of the folder or of the shard. */
  public String name() {
    if (file.isPresent()) {
      return file.get();
    }
    String whole = folder.local().map(DatasetLocation::absolute).orElseGet(folder::toString);
    String path = whole.replaceAll("/+$", "");
    String last = path.substring(path.lastIndexOf('/') + 1);
    return last.isEmpty() ? whole : last;
  }

  private static String absolute(Path folder) {
    try {
      return folder.toRealPath().toString();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize().toString();
    }
  }

  /** The location in a form that is safe to show: without user and query. */
  @Override
  public String toString() {
    String name = folder.toString();
    if (file.isEmpty()) {
      return name;
    }
    return name.isEmpty() || name.endsWith("/") ? name + file.get() : name + "/" + file.get();
  }
}
