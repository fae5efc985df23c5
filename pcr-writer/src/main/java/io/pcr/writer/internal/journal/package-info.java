/**
 * What a conversion records about itself while it runs, so that a killed conversion can continue
 * where it stopped.
 *
 * <p>A {@link io.pcr.writer.internal.journal.RunFolder} holds these files. It is for one thread;
 * whoever begins a run closes it.
 */
package io.pcr.writer.internal.journal;
