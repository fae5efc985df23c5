/**
 * Makes one sample from one image file: transcodes it, encodes it again, stores it unchanged, or
 * rejects it. Also makes the data that restores the original.
 *
 * <p>{@link io.pcr.writer.encode.EncodeSettings} decide what happens to which file:
 *
 * <pre>{@code
 * EncodeSettings settings = EncodeSettings.builder().nonJpeg(NonJpegPolicy.ENCODE).build();
 * PcrWriterOptions options = PcrWriterOptions.builder().encode(settings).build();
 * }</pre>
 *
 * <p>Settings are immutable. An encoder is for one thread and holds native memory; whoever creates
 * it closes it.
 */
package io.pcr.writer.encode;
