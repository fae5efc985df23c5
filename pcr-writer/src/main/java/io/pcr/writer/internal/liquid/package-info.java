/**
 * Decides the format of each sample of a Liquid shard, and writes such shards. Immutable and
 * thread-safe.
 */
package io.pcr.writer.internal.liquid;
