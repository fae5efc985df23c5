/** Tars: their headers, a walk over those of one, and a writer whose bytes never vary. */
package io.pcr.writer.tar;
