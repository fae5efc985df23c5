/**
 * Inputs that stand inside larger files: tars with WebDataset's naming, the reference
 * implementation's records. Listed once, then each read where it stands.
 */
package io.pcr.writer.source.archive;
