/**
 * The manifest: the list of a dataset's shards, with class names, targets and quality curves (spec
 * section "Manifest").
 *
 * <pre>{@code
 * try (ByteSource source = FileByteSource.open(folder.resolve(Manifest.FILE_NAME))) {
 *   Manifest manifest = Manifest.read(source, Limits.DEFAULT);
 *   System.out.println(manifest.sampleCount() + " samples");
 * }
 * }</pre>
 *
 * <p>A {@link io.pcr.format.manifest.Manifest} is immutable and thread-safe, and holds nothing
 * open.
 */
package io.pcr.format.manifest;
