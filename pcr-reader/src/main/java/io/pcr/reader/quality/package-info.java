/**
 * What the fidelities of a dataset show and cost, measured on its images.
 *
 * <p>{@link io.pcr.reader.quality.FidelityMeasurement} gives a {@link
 * io.pcr.reader.quality.QualityCurve}; {@link io.pcr.reader.quality.MsSsim} and {@link
 * io.pcr.reader.quality.Psnr} compare two images of any origin. The writer's {@code
 * CurvePublication} keeps a curve in a manifest, where {@link io.pcr.reader.PcrDataset#fidelityFor}
 * finds it.
 */
package io.pcr.reader.quality;
