/**
 * The progress of long work.
 *
 * <p>A {@link io.pcr.reader.work.ProgressListener} may be called by several threads at once, so it
 * must be thread-safe and quick.
 */
package io.pcr.reader.work;
