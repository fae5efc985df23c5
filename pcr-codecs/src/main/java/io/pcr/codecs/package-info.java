/** Native image and stream codecs behind interfaces of JDK types. */
package io.pcr.codecs;
