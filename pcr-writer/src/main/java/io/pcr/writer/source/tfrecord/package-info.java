/**
 * Inputs that are records of TFRecord files, written by any program.
 *
 * <pre>{@code
 * SourceOptions source = TfRecordSourceOptions.of(folder);
 * }</pre>
 *
 * <p>Options are immutable and thread-safe.
 */
package io.pcr.writer.source.tfrecord;
