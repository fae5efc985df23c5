/** PNG, by libspng. */
package io.pcr.codecs.png;
