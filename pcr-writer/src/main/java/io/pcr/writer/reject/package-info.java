/**
 * Rejected inputs, each with its reason, as they are written to {@code rejects.jsonl}.
 *
 * <p>A {@link io.pcr.writer.reject.Reject} is immutable.
 */
package io.pcr.writer.reject;
