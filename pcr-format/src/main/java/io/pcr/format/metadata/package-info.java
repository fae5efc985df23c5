/**
 * What a shard's metadata says about a sample: how its bytes code the image, and what its original
 * was (spec section "Shard metadata").
 *
 * <pre>{@code
 * sample.source().ifPresent(
 *     facts -> System.out.println(facts.length() + " bytes, turned: " + facts.flags().orientation()));
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.format.metadata;
