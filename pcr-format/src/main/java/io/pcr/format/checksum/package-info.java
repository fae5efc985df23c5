/**
 * The SHA-256 that identifies complete files.
 *
 * <pre>{@code
 * Sha256 digest = Sha256.of(bytes); // prints as hexadecimal
 * }</pre>
 *
 * <p>{@link io.pcr.format.checksum.Sha256} is immutable and thread-safe.
 */
package io.pcr.format.checksum;
