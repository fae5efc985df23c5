/**
 * The places of datasets: a folder on a disk, a folder on a web server, or storage that a program
 * or a module on the class path adds.
 *
 * <p>{@link io.pcr.reader.location.DatasetLocation} makes a location from a path or a URI that a
 * person wrote. A scheme that nothing serves is an error; it never becomes a path. {@link
 * io.pcr.reader.location.DatasetFolder} is the interface to a folder, and its {@linkplain
 * io.pcr.reader.location.Capability capabilities} say what a program can do there. A module that
 * serves another scheme implements {@link io.pcr.reader.location.FolderProvider} and declares it as
 * a service.
 *
 * <pre>{@code
 * DatasetLocation here = DatasetLocation.of("https://host/roses/?signature=x");
 * if (here.folder().can(Capability.LIST)) {
 *   System.out.println(here.folder().list());
 * }
 * }</pre>
 *
 * <p>All types are thread-safe. A location holds nothing open; whoever opens a file closes it.
 */
package io.pcr.reader.location;
