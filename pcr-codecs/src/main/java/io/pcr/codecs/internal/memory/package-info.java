/** The memory that native code is lent, and the memory that it owns. Not for users. */
package io.pcr.codecs.internal.memory;
