/**
 * The inputs of a conversion: a folder of images and the tables next to them.
 *
 * <p>A conversion lists a source once, in a fixed order and with bounded memory, and then reads
 * each input when it needs it.
 *
 * <pre>{@code
 * SourceOptions source = FolderSourceOptions.of(images);
 * }</pre>
 *
 * <p>Options are immutable. A {@link io.pcr.writer.source.SampleSource} is thread-safe; whoever
 * opens it closes it, after its readers. A {@link io.pcr.writer.source.SourceListing} is also
 * closed by whoever opens it.
 */
package io.pcr.writer.source;
