/**
 * Rejected inputs, each with its reason.
 *
 * <p>A conversion writes one {@link io.pcr.writer.reject.Reject} per line to {@code rejects.jsonl},
 * and counts them by {@link io.pcr.writer.reject.RejectReason}:
 *
 * <pre>{@code
 * summary.listed().forEach((reason, count) -> System.out.println(count + " " + reason));
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.writer.reject;
