/**
 * Runs work on many things at once: threads, their share of the heap, and progress.
 *
 * <p>A {@link io.pcr.reader.work.ProgressListener} may be called by several threads at once, so it
 * must be thread-safe and quick.
 */
package io.pcr.reader.work;
