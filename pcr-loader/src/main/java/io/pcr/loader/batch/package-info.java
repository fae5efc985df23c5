/**
 * Which samples are in each batch of a run, and which of them each rank gets (spec/loader.md 5 and
 * 7). {@link io.pcr.loader.batch.PartPlan} is for one dataset or view, {@link
 * io.pcr.loader.batch.MixPlan} for several by weight.
 *
 * <pre>{@code
 * BatchPlan plan = new PartPlan(part, BatchSize.of(256), Remainder.DROP);
 * BatchEntries mine = new BatchEntries(plan.batch().perRank(8));
 * plan.entries(0, 0, new Rank(3, 8), mine);          // the first samples of rank 3 of 8
 * }</pre>
 *
 * <p>Plans are thread-safe, entries are for one thread. Nothing needs closing.
 */
package io.pcr.loader.batch;
