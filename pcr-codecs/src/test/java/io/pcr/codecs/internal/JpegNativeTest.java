package io.pcr.codecs.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JpegNativeTest {
  @Test
  void gluedLibraryIsTheOneItWasCompiledAgainst() {
    assertEquals(62, JpegNative.libVersion());
  }
}
