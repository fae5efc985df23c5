/** {@code pcr index}: the local index of keys and labels, checked or built anew. */
package io.pcr.tools.index;
