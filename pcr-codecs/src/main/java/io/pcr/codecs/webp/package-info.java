/** WebP, lossy and lossless, by libwebp. */
package io.pcr.codecs.webp;
