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

// Bits that are not written yet: the lowest `held` ones, fewer than WORD_BITS.
struct PendingBits {
  uint64_t bits;
  int held;
};

struct CodeWriter {
  Session *session;
  Sink *sink;
  PendingBits pending;
  Code codes[SYMBOLS + 1];

  PCR_IN_LOOP void put(int symbol, int length, unsigned bits) { put_to(&pending, symbol, length, bits); }

  // The same where the bits are kept by the caller, as a loop can keep them in registers.
  PCR_IN_LOOP void put_to(PendingBits *p, int symbol, int length, unsigned bits) {
    Code code = codes[symbol];
    p->bits = p->bits << (code.length + length) | (uint64_t)code.bits << length | bits;
    p->held += code.length + length;
    if (p->held < WORD_BITS) return;
    p->held -= WORD_BITS;
    write_word((uint32_t)(p->bits >> p->held));
  }

  void put_bits(int length, unsigned bits) { put(NO_SYMBOL, length, bits); }

  void make_room() {}

  PCR_IN_LOOP void write_word(uint32_t word) {
    jpeg_destination_mgr *to = &sink->manager;
    bool has_ones = (word & ~(word + 0x01010101u) & 0x80808080u) != 0;  // a byte of them, or near
    if (__builtin_expect(to->free_in_buffer <= STUFFED_WORD || has_ones, 0)) return write_bytes(word);
    word = __builtin_bswap32(word);
    memcpy(to->next_output_byte, &word, sizeof word);
    to->next_output_byte += WORD_BYTES;
    to->free_in_buffer -= WORD_BYTES;
  }

  __attribute__((noinline)) void write_bytes(uint32_t word) {
    for (int at = WORD_BITS - 8; at >= 0; at -= 8) write_byte(word >> at & 0xFF);
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
    pending.bits = pending.bits << 7 | 0x7F;
    pending.held += 7;
    for (; pending.held >= 8; pending.held -= 8) write_byte(pending.bits >> (pending.held - 8) & 0xFF);
    pending.held = 0;
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
  w->pending = {0, 0};
  memset(w->codes, 0, sizeof w->codes);
}

}  // namespace pcr_jpeg

#endif
