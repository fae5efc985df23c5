/**
 * Finds out what kind of source a path is, from the first bytes of its files.
 *
 * <pre>{@code
 * SourceOptions source = SourceKind.of(path).options(path);
 * }</pre>
 *
 * <p>If the files do not show one clear kind, the call throws an {@link
 * io.pcr.writer.source.kind.UnclearSourceException} that says why. Nothing stays open after the
 * call.
 */
package io.pcr.writer.source.kind;
