/** Many samples decoded at once into one buffer of pixels. */
package io.pcr.reader.decode;
