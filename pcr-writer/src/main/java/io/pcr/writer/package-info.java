/**
 * Datasets written from programs: {@link io.pcr.writer.PcrWriter} takes samples and makes shards of
 * them.
 */
package io.pcr.writer;
