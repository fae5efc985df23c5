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
 * <p>Options are immutable. They hold nothing open.
 */
package io.pcr.writer.source;
