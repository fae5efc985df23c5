/** Finds the files of a manifest's shards where names are wrong. */
package io.pcr.reader.find;
