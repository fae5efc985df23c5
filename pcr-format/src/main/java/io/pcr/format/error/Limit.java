package io.pcr.format.error;

/**
 * What there can be too little of for a file, named by {@link PcrException.LimitExceeded}: each is
 * the name of something that exists, and {@link #kind} says who can change it.
 */
public enum Limit {
  METADATA_BYTES("metadataBytes", Kind.OPTION),
  SLICE_BYTES("sliceBytes", Kind.OPTION),
  PREFIX_BYTES("prefixBytes", Kind.OPTION),
  PIXELS("pixels", Kind.OPTION),
  INPUT_SCANS("inputScans", Kind.OPTION),
  STORED_SCANS("storedScans", Kind.OPTION),

  /** The heap of the JVM. */
  HEAP("-Xmx", Kind.JVM),
  /** Direct buffers of the JVM. */
  DIRECT_MEMORY("-XX:MaxDirectMemorySize", Kind.JVM),
  /** What the operating system gives to native code. */
  NATIVE_MEMORY("native memory", Kind.MACHINE),

  /** What remains in the buffer, or of the length, that the caller gave for the result. */
  OUTPUT_ROOM("room for the output", Kind.CALLER),

  /** The longest buffer that there is in Java. */
  BUFFER_BYTES("bytes of a buffer", Kind.FIXED),
  /** Pieces in which a JPEG is handed over. */
  JPEG_SLICES("slices of a JPEG", Kind.FIXED),
  /** Marker segments of a JPEG, and stretches of them in a restore recipe. */
  JPEG_SEGMENTS("segments of a JPEG", Kind.FIXED),
  /** Chunks of a PNG other than its pixels, inflated. */
  PNG_CHUNK_BYTES("bytes of PNG chunks", Kind.FIXED),
  /** The window that a zstd frame may ask for. */
  ZSTD_WINDOW("zstd window", Kind.FIXED);

  /** Who can change a limit. */
  public enum Kind {
    /** The user of the library: a component of {@code io.pcr.format.Limits}. */
    OPTION,
    /** Whoever starts the JVM: the limit's name is the JVM's option. */
    JVM,
    /** Whoever gives the process its memory. */
    MACHINE,
    /** The caller of the method, with more room. */
    CALLER,
    /** Nobody: it is a bound of the format, of a codec or of the platform. */
    FIXED
  }

  private final String text;
  private final Kind kind;

  Limit(String text, Kind kind) {
    this.text = text;
    this.kind = kind;
  }

  /** Who can change it. */
  public Kind kind() {
    return kind;
  }

  /**
   * The name in messages: of an OPTION the component of {@code Limits}, of a JVM limit the option.
   */
  @Override
  public String toString() {
    return text;
  }
}
