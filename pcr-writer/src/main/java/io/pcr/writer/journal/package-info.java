/**
 * What a conversion remembers of itself while it runs, so that a killed one goes on where it
 * stopped.
 */
package io.pcr.writer.journal;
