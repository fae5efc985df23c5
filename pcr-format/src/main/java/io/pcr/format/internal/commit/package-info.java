/**
 * Writes files that appear complete and durable, or not at all (spec section "Commit protocol").
 *
 * <p>{@link io.pcr.format.internal.commit.AtomicFile} writes a file under a temporary name, forces
 * it to the disk and then gives it its name. {@link io.pcr.format.internal.commit.DatasetLock} lets
 * only one command at a time write to a dataset. The other types create and remove files without
 * following links or touching files that do not belong to the library.
 *
 * <pre>{@code
 * try (AtomicFile file = AtomicFile.create(target)) {
 *   file.channel().write(content);
 *   file.commit(); // without this call, close() leaves no file
 * }
 * }</pre>
 *
 * <p>A file or lock is for one thread. Whoever opens it closes it.
 */
package io.pcr.format.internal.commit;
