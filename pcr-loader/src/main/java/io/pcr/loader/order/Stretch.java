package io.pcr.loader.order;

/**
 * Samples of one shard that an order needs at about the same time, so that one read can get them.
 *
 * @param id different for each stretch of an epoch
 * @param shard in the order of the manifest
 * @param from the first of them among the shard's samples that are in the part
 * @param to the position after the last of them
 * @param lastPosition after this position of the epoch there is no sample of the stretch
 */
public record Stretch(long id, int shard, int from, int to, long lastPosition) {}
