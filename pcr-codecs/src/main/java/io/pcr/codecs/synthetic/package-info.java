/** Images that behave like photographs, made from a seed: for tests, benches and demonstrations. */
package io.pcr.codecs.synthetic;
