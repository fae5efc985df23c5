/**
 * The shard container (spec section "Shard"): head, region table, trailer, and what follows from
 * them together with the metadata, which is the position of every byte.
 */
package io.pcr.format.shard;
