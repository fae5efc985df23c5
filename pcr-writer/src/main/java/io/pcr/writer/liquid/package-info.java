/**
 * Liquid shards: full images in a mix of formats.
 *
 * <pre>{@code
 * VariantOptions variant = new LiquidVariant(FormatMix.parse("jpeg:6,raw:4"), 0);
 * PcrWriterOptions options = PcrWriterOptions.builder().variant(variant).build();
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.writer.liquid;
