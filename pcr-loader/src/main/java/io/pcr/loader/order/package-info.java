/**
 * In which order an epoch gives the samples of a dataset (spec/loader.md 2 to 4). An order is
 * computed, not stored: the sample at any position is known from the dataset, the seed and the
 * epoch, so a run can continue anywhere, and with any number of ranks.
 *
 * <pre>{@code
 * EpochOrder order = EpochOrder.of(ShardCounts.of(1024, 1024, 500), 7, 0, OrderOptions.forBatch(256));
 * long index = order.index(0);                       // the first sample of epoch 0
 * }</pre>
 *
 * <p>All types are immutable or thread-safe. Nothing needs closing.
 */
package io.pcr.loader.order;
