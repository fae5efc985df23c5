/** Names, keys and numbers in text: safe to print, compared with patterns, written with units. */
package io.pcr.format.text;
