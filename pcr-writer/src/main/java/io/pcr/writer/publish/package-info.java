/**
 * Publishes what belongs to an existing dataset: its quality curve and its index.
 *
 * <p>{@link io.pcr.writer.publish.CurvePublication} stores a curve in the manifest as a new
 * generation. {@link io.pcr.writer.publish.IndexPublication} builds the index again. Both take the
 * dataset's lock, so a dataset that another command is writing is rejected. They hold nothing open
 * after the call.
 */
package io.pcr.writer.publish;
