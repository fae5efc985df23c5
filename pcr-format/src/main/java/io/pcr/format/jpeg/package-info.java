/**
 * The marker structure of JPEG files (ITU-T T.81 annex B), read in pure Java: where segments and
 * entropy-coded data lie, never what the data decode to.
 */
package io.pcr.format.jpeg;
