package io.pcr.format.script;

/** A scan script that breaks the syntax or the rules; the message says which scan and why. */
public final class InvalidScanScriptException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  public InvalidScanScriptException(String message) {
    super(message);
  }
}
