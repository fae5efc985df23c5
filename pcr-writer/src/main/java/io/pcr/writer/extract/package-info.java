/**
 * Gives samples out of a dataset, at full or a lower fidelity, into a folder, a tar or a TFRecord
 * file.
 *
 * <p>{@link io.pcr.writer.extract.Extraction} reads the samples, and a {@link
 * io.pcr.writer.extract.SampleSink} takes them. It is a part of the writer, not of the reader, as
 * archives are written with the writer's tar, and named so that the writer's sources read back what
 * was given out. Originals are given back by the reader.
 */
package io.pcr.writer.extract;
