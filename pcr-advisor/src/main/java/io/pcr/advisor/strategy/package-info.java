/**
 * The steps that bring an image from its file to what a model is trained on, for studies of which
 * of them to do once and which in every epoch. Users may bring steps of their own.
 *
 * <pre>{@code
 * pcr tune --study presto photos/ --steps read,decode,resize:256,centre,crop:224
 * pcr tune --study presto photos/ --steps read,decode,com.example.Denoise,crop:224
 * }</pre>
 *
 * <p>A {@link io.pcr.advisor.strategy.Step} is thread-safe; a {@link
 * io.pcr.advisor.strategy.Picture} is for one thread at a time.
 */
package io.pcr.advisor.strategy;
