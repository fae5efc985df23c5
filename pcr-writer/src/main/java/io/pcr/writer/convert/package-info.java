/**
 * Converts a source, for example a folder of images, to a dataset, or adds it to one.
 *
 * <pre>{@code
 * SourceOptions source = SourceKind.of(images).options(images);
 * ConversionOptions options = ConversionOptions.of(source, folder);
 * ConversionSummary summary = Conversion.convert(options, ConversionListener.SILENT);
 * System.out.println(summary);
 * }</pre>
 *
 * <p>If a conversion is interrupted, run it again with the same options: it continues after the
 * last finished shard, and the result has the same bytes. A {@link
 * io.pcr.writer.convert.Conversion} runs in the calling thread and in threads of its own, and
 * closes everything that it opens. Only one command at a time can write to a dataset. Options and
 * summaries are immutable.
 */
package io.pcr.writer.convert;
