/** {@code pcr extract}: samples as image files, at full or a lower fidelity. */
package io.pcr.tools.extract;
