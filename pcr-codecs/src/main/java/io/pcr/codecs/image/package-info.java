/** What the library can do with each kind of image: one class for each, and the registry of all. */
package io.pcr.codecs.image;
