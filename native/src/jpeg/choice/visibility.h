#ifndef PCR_JPEG_CHOICE_VISIBILITY_H
#define PCR_JPEG_CHOICE_VISIBILITY_H

#include <cstring>

#include "jpeg/choice/bands.h"

// How much of a coefficient's energy MS-SSIM sees at each of its scales. A scale halves the picture, which lets low
// frequencies pass and folds the others; what varies more slowly than the metric's window counts as brightness.
// In whole numbers, made when this is compiled, so that every machine chooses the same scans.
namespace pcr_jpeg {

static const int SCALES = 5;
static const int SHARE_BITS = 10;
static const int LANES_OF_SCALES = 8;  // as many as a vector holds; the last ones are empty
static const int MOST_STRETCH = 4;  // pixels of the picture for one of a component, along one axis

static constexpr double PI = 3.14159265358979323846;
static constexpr double WINDOW_SPREAD = 2.25;  // square of the window's standard deviation of 1.5 pixels

constexpr double cosine(double x) {
  double sum = 1, term = 1;
  for (int i = 1; i < 20; i++) {
    term *= -x * x / ((2 * i - 1) * (2 * i));
    sum += term;
  }
  return sum;
}

constexpr double falling_exponential(double x) {
  double root = 1, term = 1;
  for (int i = 1; i < 20; i++) {
    term *= -x / 64 / i;
    root += term;
  }
  for (int i = 0; i < 6; i++) root *= root;
  return root;
}

// Along one axis: what passes down to a scale, and of that what the window takes for brightness.
struct AxisShares {
  double passing[MOST_STRETCH + 1][SCALES][DCTSIZE];
  double slow[MOST_STRETCH + 1][SCALES][DCTSIZE];

  constexpr AxisShares() : passing(), slow() {
    for (int stretch = 1; stretch <= MOST_STRETCH; stretch++) {
      for (int u = 0; u < DCTSIZE; u++) {
        double frequency = PI * u / DCTSIZE / stretch, passed = 1;
        for (int scale = 0; scale < SCALES; scale++) {
          passing[stretch][scale][u] = passed;
          slow[stretch][scale][u] = falling_exponential(WINDOW_SPREAD * frequency * frequency);
          double half = cosine(frequency / 2);
          passed *= half * half;
          frequency *= 2;
          if (frequency > PI) frequency = 2 * PI - frequency;
        }
      }
    }
  }
};

static constexpr AxisShares AXIS_SHARES;

// A picture may be made smaller before it is looked at. By how much is told in quarters of an octave: 4 is half its size.
static const int MOST_SMALLER = 16;
static const int QUARTERS_OF_OCTAVE = 4;
static const int LEAST_PLACE = -2 * QUARTERS_OF_OCTAVE;  // of a component with a quarter of the picture's pixels, along an axis

constexpr double squared_sine(double x) {
  while (x > PI) x -= PI;
  double sum = x, term = x;
  for (int i = 1; i < 15; i++) {
    term *= -x * x / (2 * i * (2 * i + 1));
    sum += term;
  }
  return sum * sum;
}

constexpr double folded(double frequency) {
  while (frequency > 2 * PI) frequency -= 2 * PI;
  return frequency > PI ? 2 * PI - frequency : frequency;
}

// The same for pictures that are made smaller. Each new pixel is a mean over those that it covers and as many beside them,
// with weights that fall evenly: high frequencies hardly pass, and what does is folded.
struct SmallerShares {
  double passing[MOST_SMALLER - LEAST_PLACE + 1][SCALES][DCTSIZE];
  double slow[MOST_SMALLER - LEAST_PLACE + 1][SCALES][DCTSIZE];

  constexpr SmallerShares() : passing(), slow() {
    const double quarter_octave = 1.18920711500272106672;
    double smaller = 0.25;
    for (int place = 0; place <= MOST_SMALLER - LEAST_PLACE; place++, smaller *= quarter_octave) {
      for (int u = 0; u < DCTSIZE; u++) {
        double spread = PI * u / (2 * DCTSIZE) * smaller, passed = 1;
        if (u > 0) {
          double mean = squared_sine(spread) / (spread * spread);
          passed = mean * mean;
        }
        double frequency = folded(2 * spread);
        for (int scale = 0; scale < SCALES; scale++) {
          passing[place][scale][u] = passed;
          slow[place][scale][u] = falling_exponential(WINDOW_SPREAD * frequency * frequency);
          double half = cosine(frequency / 2);
          passed *= half * half;
          frequency = folded(2 * frequency);
        }
      }
    }
  }
};

static constexpr SmallerShares SMALLER_SHARES;

inline int octaves_smaller(int smaller) { return (smaller + QUARTERS_OF_OCTAVE / 2) / QUARTERS_OF_OCTAVE; }

// What an axis passes and takes for brightness, by scale and frequency.
struct Axis {
  const double (*passing)[DCTSIZE], (*slow)[DCTSIZE];
};

inline int log2_of(int stretch) { return stretch >= 3 ? 2 : stretch - 1; }

inline Axis axis_of(int stretch, int smaller) {
  if (smaller == 0) return {AXIS_SHARES.passing[stretch], AXIS_SHARES.slow[stretch]};
  int place = smaller - QUARTERS_OF_OCTAVE * log2_of(stretch) - LEAST_PLACE;
  return {SMALLER_SHARES.passing[place], SMALLER_SHARES.slow[place]};
}

// By zigzag place and scale.
struct Visibility {
  uint32_t share[DCTSIZE2][LANES_OF_SCALES];
};

inline void find_visibility(const Axis &across, const Axis &down, Visibility *v) {
  memset(v, 0, sizeof *v);
  for (int scale = 0; scale < SCALES; scale++) {
    for (int k = 0; k < DCTSIZE2; k++) {
      int x = ZIGZAG[k] % DCTSIZE, y = ZIGZAG[k] / DCTSIZE;
      int32_t passing = (int32_t)(across.passing[scale][x] * (1 << 15)) *
                        (int32_t)(down.passing[scale][y] * (1 << 15)) >> 15;
      int32_t slow = (int32_t)(across.slow[scale][x] * (1 << 15)) *
                     (int32_t)(down.slow[scale][y] * (1 << 15)) >> 15;
      v->share[k][scale] = (uint32_t)(passing * ((1 << 15) - slow) >> (30 - SHARE_BITS));
    }
  }
}

}  // namespace pcr_jpeg

#endif
