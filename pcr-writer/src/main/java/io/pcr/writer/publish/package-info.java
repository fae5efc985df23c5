/**
 * Publishes what belongs to an existing dataset: its quality curves and its index.
 *
 * <p>{@link io.pcr.writer.publish.CurvePublication} stores curves in the manifest, as a new
 * generation. {@link io.pcr.writer.publish.IndexPublication} builds the index again.
 *
 * <pre>{@code
 * Manifest manifest = IndexPublication.rebuild(folder, System.err::println, DurableSteps.NONE);
 * }</pre>
 *
 * <p>Both take the dataset's lock, so they reject a dataset that another command is writing. They
 * can be called from any thread, and hold nothing open after the call.
 */
package io.pcr.writer.publish;
