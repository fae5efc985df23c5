/**
 * Makes one sample from one image file: transcodes it, encodes it again, stores it unchanged, or
 * rejects it. Also makes the data that restores the original.
 *
 * <p>An encoder is for one thread and holds native memory; whoever creates it closes it.
 */
package io.pcr.writer.internal.encode;
