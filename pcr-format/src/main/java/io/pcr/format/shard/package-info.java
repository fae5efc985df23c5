/** The variants of shards. */
package io.pcr.format.shard;
