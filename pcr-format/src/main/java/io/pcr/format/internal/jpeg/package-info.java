/**
 * Reads the marker structure of JPEG files (ITU-T T.81 annex B) in pure Java. It finds segments and
 * entropy-coded data, and does not decode them.
 *
 * <pre>{@code
 * JpegStructure jpeg = MarkerScanner.scan(bytes, "a.jpg");
 * System.out.println(jpeg.frame().width() + " x " + jpeg.frame().height());
 * }</pre>
 *
 * <p>The results are immutable views of the caller's bytes, which must not change while they are in
 * use. The static methods are thread-safe. Nothing needs closing.
 */
package io.pcr.format.internal.jpeg;
