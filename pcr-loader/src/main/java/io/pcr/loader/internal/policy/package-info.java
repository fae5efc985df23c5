/** The policies of spec/loader.md 10. */
package io.pcr.loader.internal.policy;
