/** A loader at work: planning, reading, decoding. Not for users. */
package io.pcr.loader.internal;
