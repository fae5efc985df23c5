/** Looks for samples by their keys in the segments of the index of keys. */
package io.pcr.reader.internal.keys;
