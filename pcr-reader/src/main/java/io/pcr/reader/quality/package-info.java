/**
 * Measures what each fidelity of a dataset shows and costs.
 *
 * <p>{@link io.pcr.reader.quality.FidelityMeasurement} returns a {@link
 * io.pcr.reader.quality.QualityCurve}. The writer's {@code CurvePublication} stores a curve in the
 * manifest, where {@link io.pcr.reader.PcrDataset#fidelityFor} finds it.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path)) {
 *   QualityCurve curve = FidelityMeasurement.of(dataset).images(200).measure();
 *   System.out.println(curve.lowestFor(0.95)); // the lowest fidelity with this mean MS-SSIM
 * }
 * }</pre>
 *
 * <p>A measurement is for one thread and starts threads of its own; the caller closes the dataset.
 * A curve is immutable.
 */
package io.pcr.reader.quality;
