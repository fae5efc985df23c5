/**
 * Checksums: CRC-32C, which the format stores for its bytes (spec section "Checksums"), and
 * SHA-256, which identifies complete files.
 *
 * <p>{@link io.pcr.format.internal.checksum.Crc32C} is stateless. Every call reads its buffers and
 * leaves their positions unchanged.
 */
package io.pcr.format.internal.checksum;
