/**
 * Finds out what a source is by what its files begin with.
 *
 * <pre>{@code
 * SourceOptions source = SourceKind.of(path).options(path);
 * }</pre>
 */
package io.pcr.writer.source.kind;
