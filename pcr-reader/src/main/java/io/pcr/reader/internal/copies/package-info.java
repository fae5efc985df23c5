/**
 * Says what users would store instead of a dataset's fidelities: separate lossy copies.
 *
 * <p>{@link io.pcr.reader.internal.copies.CopyMeasurement} encodes some images as JPEG and as WebP,
 * with one quality for all, and searches the qualities that show as much as the fidelities do. The
 * {@link io.pcr.reader.internal.copies.CopyComparison} has a curve for each format.
 *
 * <pre>{@code
 * CopyComparison copies = CopyMeasurement.of(dataset, new MeasuredImages()).measure(List.of(.96, .98));
 * copies.curves().get(0).reaching(.96); // quality and bytes of the JPEG copies
 * }</pre>
 *
 * <p>A measurement is for one thread and starts threads of its own; the caller closes the dataset.
 * What it returns is immutable.
 */
package io.pcr.reader.internal.copies;
