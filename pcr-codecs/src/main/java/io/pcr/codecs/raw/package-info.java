/** Images that are not compressed: BMP and the binary PNM formats, in Java alone. */
package io.pcr.codecs.raw;
