/**
 * What a conversion reads: a folder of images and the tables beside it, listed once, in order, in
 * bounded memory.
 */
package io.pcr.writer.source;
