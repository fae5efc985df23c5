/**
 * What a conversion counts, and why it does not start.
 *
 * <p>{@link io.pcr.writer.journal.InputCounts} counts what became of the inputs. {@link
 * io.pcr.writer.journal.RunRejectedException} says why a conversion, repair or publication was
 * rejected before it changed anything.
 *
 * <pre>{@code
 * ConversionSummary summary = Conversion.convert(options, ConversionListener.SILENT);
 * System.out.println(summary.tally().get(InputCounts.Count.SAMPLES) + " samples");
 * }</pre>
 *
 * <p>A tally is for one thread at a time.
 */
package io.pcr.writer.journal;
