/** Encoded samples become shards: gathered in order, cut by size, laid out and written whole. */
package io.pcr.writer.shard;
