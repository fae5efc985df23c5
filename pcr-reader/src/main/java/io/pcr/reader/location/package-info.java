/**
 * Where datasets are: a folder on a disk, one on a web server, or storage that a program or a
 * module on the class path brings along.
 *
 * <p>{@link io.pcr.reader.location.DatasetLocation} makes a place out of what a person writes: a
 * path, or a URI. A scheme that nothing here serves is an error and never taken for a path. {@link
 * io.pcr.reader.location.DatasetFolder} is what a place offers, and says by its {@linkplain
 * io.pcr.reader.location.Capability capabilities} what can be done there. A module that serves a
 * scheme of its own implements {@link io.pcr.reader.location.FolderProvider} and names it as a
 * service:
 *
 * <pre>{@code
 * DatasetLocation here = DatasetLocation.of("https://host/roses/?signature=x");
 * if (here.folder().can(Capability.LIST)) {
 *   System.out.println(here.folder().list());
 * }
 * }</pre>
 *
 * <p>All types are thread-safe. Whoever opens a file closes it; a location holds nothing open.
 */
package io.pcr.reader.location;
