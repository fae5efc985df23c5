/**
 * Scan scripts as data: which coefficients each scan of a progressive JPEG carries, and which scan
 * group it belongs to, for each colour class. Nothing here reads or writes an image.
 */
package io.pcr.format.script;
