/** Inputs become shards on all cores, in order, in bounded memory. */
package io.pcr.writer.pipeline;
