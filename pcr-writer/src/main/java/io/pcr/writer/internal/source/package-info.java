/**
 * Lists the inputs of a conversion once, in a fixed order and with bounded memory, and reads each
 * when it is needed.
 *
 * <p>A {@link io.pcr.writer.internal.source.SampleSource} is thread-safe; whoever opens it closes
 * it, after its readers. A {@link io.pcr.writer.internal.source.SourceListing} is also closed by
 * whoever opens it.
 */
package io.pcr.writer.internal.source;
