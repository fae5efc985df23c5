/** The pixels that the library gives and takes. */
package io.pcr.codecs;
