/**
 * Sorts more records than fit into memory. This package is for the library itself, not for its
 * users.
 */
package io.pcr.format.internal.sort;
