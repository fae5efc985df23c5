/**
 * What is stated of a sample: how its bytes code the image, and what its original was (spec section
 * "Shard metadata").
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.format.metadata;
