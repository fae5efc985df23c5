/**
 * Inputs inside larger files: tars with the names of WebDataset, and the records of the reference
 * implementation.
 *
 * <pre>{@code
 * SourceOptions source = TarSourceOptions.of(folder);
 * }</pre>
 *
 * <p>The archives are listed once; then each input is read directly from its archive. Options are
 * immutable.
 */
package io.pcr.writer.source.archive;
