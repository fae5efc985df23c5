/**
 * The list of rejected inputs, each with its reason, as it is written to {@code rejects.jsonl}.
 *
 * <p>A {@link io.pcr.writer.reject.RejectLog} appends to the list; whoever opens it closes it. A
 * {@link io.pcr.writer.reject.Reject} is immutable.
 */
package io.pcr.writer.reject;
