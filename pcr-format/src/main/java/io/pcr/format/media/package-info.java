/** What kind of file some bytes are, by their first bytes and never by their name. */
package io.pcr.format.media;
