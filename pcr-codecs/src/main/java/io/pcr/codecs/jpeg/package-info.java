/**
 * JPEG: lossless transcoding to progressive files with a chosen scan script and back to the
 * original's bytes, decoding from slices, encoding. Bytes and coefficients are exact; pixels are
 * those of libjpeg-turbo.
 */
package io.pcr.codecs.jpeg;
