/**
 * The SHA-256 that identifies complete files.
 *
 * <p>{@link io.pcr.format.checksum.Sha256} is immutable and thread-safe.
 */
package io.pcr.format.checksum;
