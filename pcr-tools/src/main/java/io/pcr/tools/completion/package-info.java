/** {@code pcr completion}: a script by which shells complete commands and options. */
package io.pcr.tools.completion;
