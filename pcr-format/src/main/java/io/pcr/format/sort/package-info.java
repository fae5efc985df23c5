/** Sorting of more records than memory holds. Not for users of the library. */
package io.pcr.format.sort;
