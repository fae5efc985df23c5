/** Parts of images at the size that a batch has. For one thread. */
package io.pcr.reader.internal.decode;
