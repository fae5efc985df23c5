package io.pcr.writer.shard;

import io.pcr.writer.encode.EncodeSettings;
import java.util.Optional;

/**
 * The options that everything that writes a dataset has. Not thread-safe; a built value does not
 * change with its builder.
 *
 * @param <B> the builder itself
 */
public abstract class DatasetOptionsBuilder<B extends DatasetOptionsBuilder<B>> {
  protected VariantOptions variant = new PcrVariant();
  protected EncodeSettings encode = EncodeSettings.DEFAULT;
  private Optional<ShardLimits> shards = Optional.empty();
  protected int threads = Runtime.getRuntime().availableProcessors();
  protected boolean stopAtReject;

  /** A builder with the default options. */
  protected DatasetOptionsBuilder(boolean stopAtReject) {
    this.stopAtReject = stopAtReject;
  }

  /** This builder. */
  protected abstract B self();

  /** The variant of the shards; default: progressive shards. */
  public B variant(VariantOptions value) {
    variant = value;
    return self();
  }

  /** How images become samples; default {@link EncodeSettings#DEFAULT}. */
  public B encode(EncodeSettings value) {
    encode = value;
    return self();
  }

  /** The size of the shards; default: {@link VariantOptions#defaultShards}. */
  public B shards(ShardLimits value) {
    shards = Optional.of(value);
    return self();
  }

  /** The size of the shards as it was given, or the default of the variant. */
  protected ShardLimits shards() {
    return shards.orElseGet(variant::defaultShards);
  }

  /**
   * How many threads encode; default: one for each core. The number does not change any byte of the
   * dataset.
   */
  public B threads(int value) {
    threads = value;
    return self();
  }

  /** Whether a rejected sample is an error. */
  public B stopAtReject(boolean value) {
    stopAtReject = value;
    return self();
  }
}
