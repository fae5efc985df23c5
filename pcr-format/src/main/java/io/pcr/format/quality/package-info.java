/**
 * What the fidelities of a dataset show: how that is measured, and what its groups were chosen to
 * show, as its shards and manifest state it.
 *
 * <pre>{@code
 * QualityMeasure small = new QualityMeasure(Metric.MS_SSIM, Reconstruction.PLAIN, ViewSize.MODEL_224);
 * GroupTargets targets = new GroupTargets(small, Way.QUALITY, List.of(950_000, 980_000));
 * }</pre>
 *
 * <p>All of it is immutable and thread-safe. Nothing needs closing.
 */
package io.pcr.format.quality;
