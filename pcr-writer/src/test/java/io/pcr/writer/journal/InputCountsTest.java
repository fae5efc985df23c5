package io.pcr.writer.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pcr.format.metadata.Encoding;
import io.pcr.writer.internal.encode.SampleNote;
import io.pcr.writer.journal.InputCounts.Count;
import org.junit.jupiter.api.Test;

class InputCountsTest {
  @Test
  void everyEncodingAndEveryNoteHasItsCount() {
    for (Encoding encoding : Encoding.values()) {
      if (encoding != Encoding.PROGRESSIVE_JPEG) {
        assertEquals(encoding.name(), Count.of(encoding).name());
      }
    }
    for (SampleNote note : SampleNote.values()) {
      assertEquals(note.name(), Count.valueOf(note.name()).name());
    }
  }
}
