/** GIF, read only: the first frame of an image. */
package io.pcr.codecs.gif;
