/**
 * One image file becomes one sample: transcoded, re-encoded, stored as it is, or refused; and what
 * gives it back.
 */
package io.pcr.writer.encode;
