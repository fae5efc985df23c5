/** The native libraries' entry points. Not for users: nothing here is checked or stable. */
package io.pcr.codecs.internal;
