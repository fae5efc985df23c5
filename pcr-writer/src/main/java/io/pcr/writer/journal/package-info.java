/**
 * What a conversion counts, and why it does not start. A {@link io.pcr.writer.journal.Tally} is for
 * one thread at a time.
 */
package io.pcr.writer.journal;
