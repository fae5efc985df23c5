package io.pcr.tools;

/**
 * A command whose argument is a dataset or a shard. If it meets damage, its error line says which
 * commands list all damage and save the rest.
 */
public interface ReadsDataset {}
