/** {@code pcr demo}: the first ten minutes in half a minute, on pictures of its own making. */
package io.pcr.tools.demo;
