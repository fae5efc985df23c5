/**
 * Encodes inputs on all cores and writes them as shards, in order and with bounded memory.
 *
 * <p>One thread submits inputs to a {@link io.pcr.writer.internal.pipeline.ShardPipeline}, which
 * has threads of its own. Whoever creates it closes it; without {@code finish} it drops what it has
 * not written.
 */
package io.pcr.writer.internal.pipeline;
