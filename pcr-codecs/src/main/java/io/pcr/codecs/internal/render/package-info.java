/**
 * Parts of images of any kind, decoded and brought to one shape, many in one native call. Not for
 * users.
 */
package io.pcr.codecs.internal.render;
