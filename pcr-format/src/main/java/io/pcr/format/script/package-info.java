/**
 * Scan scripts as data: which coefficients each scan of a progressive JPEG contains, and to which
 * scan group the scan belongs, for each colour class. This package does not read or write images.
 *
 * <pre>{@code
 * ScanScripts scripts = ScanScripts.named(ScanScripts.LIBJPEG);
 * System.out.println(scripts.groupCount() + " scan groups");
 * }</pre>
 *
 * <p>All types are immutable and thread-safe.
 */
package io.pcr.format.script;
