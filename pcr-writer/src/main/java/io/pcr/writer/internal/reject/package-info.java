/**
 * The file of rejected inputs. Whoever opens a {@link io.pcr.writer.internal.reject.RejectLog}
 * closes it.
 */
package io.pcr.writer.internal.reject;
