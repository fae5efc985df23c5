/**
 * Searches the ratio of two formats at which neither the storage nor decoding is waited for, as the
 * paper on Liquid does. Not for users.
 */
package io.pcr.advisor.internal.ratio;
