package io.pcr.advisor.model;

/** How images can be stored. */
public enum StoredForm {
  /** Groups of progressive scans. */
  PCR("PCR", ""),
  /** The files as they are, in TFRecords. */
  TFRECORD("files in TFRecord", " --variant=tfrecord"),
  /** Pixels, which need no decoding. */
  RAW("raw in Liquid", " --variant=liquid --mix=raw:1 --restore=none"),
  /** Whatever an existing dataset has. */
  OTHER("as it is", "");

  private final String text;
  private final String options;

  StoredForm(String text, String options) {
    this.text = text;
    this.options = options;
  }

  /** As the advice calls it. */
  public String text() {
    return text;
  }

  /** The options of {@code pcr convert} that make it. */
  public String options() {
    return options;
  }
}
