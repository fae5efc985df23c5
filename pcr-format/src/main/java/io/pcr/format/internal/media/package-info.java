/** The size that an image file states, read from its first bytes. Stateless and thread-safe. */
package io.pcr.format.internal.media;
