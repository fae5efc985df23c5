/** {@code pcr restore}: a dataset gives its originals back, as the tree of files that they were. */
package io.pcr.tools.restore;
