#ifndef PCR_JPEG_PROGRESSIVE_CODE_WRITER_H
#define PCR_JPEG_PROGRESSIVE_CODE_WRITER_H

#include "jpeg/progressive/tokens.h"
#include "jpeg/session.h"

// Symbols as codes, and the bits behind them, into the sink.
namespace pcr_jpeg {

static const int WORD_BITS = 32;  // the longest code and what can stand behind it
static const int WORD_BYTES = WORD_BITS / 8;
static const size_t STUFFED_WORD = 2 * WORD_BYTES;
static const int CODE_LENGTHS = 16;

struct Code {
  uint16_t bits;
  uint16_t length;
};

struct CodeWriter {
  Session *session;
  Sink *sink;
  uint64_t pending;  // the lowest `held` bits are to be written, and held < WORD_BITS
  int held;
  Code codes[SYMBOLS + 1];

  void put(int symbol, int length, unsigned bits) {
    Code code = codes[symbol];
    pending = pending << (code.length + length) | (uint64_t)code.bits << length | bits;
    held += code.length + length;
    if (held >= WORD_BITS) {
      held -= WORD_BITS;
      write_word((uint32_t)(pending >> held));
    }
  }

  void put_bits(int length, unsigned bits) { put(NO_SYMBOL, length, bits); }

  void make_room() {}

  void write_word(uint32_t word) {
    jpeg_destination_mgr *to = &sink->manager;
    bool has_ones = (word & ~(word + 0x01010101u) & 0x80808080u) != 0;  // a byte of them, or near
    if (to->free_in_buffer <= STUFFED_WORD || has_ones) {
      for (int at = WORD_BITS - 8; at >= 0; at -= 8) write_byte(word >> at & 0xFF);
      return;
    }
    for (int at = WORD_BITS - 8; at >= 0; at -= 8) *to->next_output_byte++ = (uint8_t)(word >> at);
    to->free_in_buffer -= WORD_BYTES;
  }

  void write_byte(unsigned byte) {
    store((uint8_t)byte);
    if (byte == 0xFF) store(0);
  }

  // As libjpeg does, never leaves the sink without room for a byte.
  void store(uint8_t byte) {
    jpeg_destination_mgr *to = &sink->manager;
    *to->next_output_byte++ = byte;
    if (--to->free_in_buffer == 0) sink_make_room(session, sink);
  }

  // The last byte is filled up with ones.
  void finish() {
    pending = pending << 7 | 0x7F;
    held += 7;
    for (; held >= 8; held -= 8) write_byte(pending >> (held - 8) & 0xFF);
    held = 0;
  }
};

// Of a table whose symbols stand behind so many others.
inline void add_codes(CodeWriter *w, const JHUFF_TBL *table, int behind) {
  unsigned code = 0;
  int value = 0;
  for (int length = 1; length <= CODE_LENGTHS; length++, code <<= 1) {
    for (int i = 0; i < table->bits[length]; i++) {
      w->codes[behind + table->huffval[value++]] = {(uint16_t)code++, (uint16_t)length};
    }
  }
}

inline void begin_codes(CodeWriter *w, Session *s) {
  w->session = s;
  w->sink = (Sink *)s->out.dest;
  w->pending = 0;
  w->held = 0;
  memset(w->codes, 0, sizeof w->codes);
}

}  // namespace pcr_jpeg

#endif
