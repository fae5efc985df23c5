/**
 * Streaming deflate and inflate by zlib itself, with the strategies and the framing control that
 * {@code java.util.zip} does not have.
 */
package io.pcr.codecs.zlib;
