package io.pcr.loader.order;

/**
 * Samples of one shard that an order needs at about the same time, so that they are read together.
 *
 * @param id different for each stretch of an epoch
 * @param shard in the order of the manifest
 * @param from the first of them among the shard's samples that are in the part
 * @param to the one behind the last
 * @param lastPosition no position of the epoch behind it has a sample of the stretch
 */
public record Stretch(long id, int shard, int from, int to, long lastPosition) {}
