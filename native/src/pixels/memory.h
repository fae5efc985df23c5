#ifndef PCR_MEMORY_H
#define PCR_MEMORY_H

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace pcr {

// Whether an allocation has failed since this was made, which malloc says in errno. It says so too where it then found
// memory in another of its arenas, so that this alone proves nothing.
struct memory_watch {
  memory_watch() { errno = 0; }
  bool may_have_run_out() const { return errno == ENOMEM; }
};

// Libraries call some failures of malloc damage of the image. Where it may be that, the work is done again; and where it
// then fails again, what it needs is asked for.
//   attempt    gives a result, of which those that is_good takes are no errors
//   no_memory  the result for which there was no memory
//   bytes      what the work needs, roughly
template <typename Result, typename Attempt, typename IsGood>
inline Result with_memory(Attempt attempt, IsGood is_good, Result no_memory, size_t bytes) {
  Result result = no_memory;
  for (int i = 0; i < 2; i++) {
    memory_watch memory;
    result = attempt();
    if (is_good(result) || result == no_memory || !memory.may_have_run_out()) return result;
  }
  void *probe = malloc(bytes);
  free(probe);
  return probe == nullptr ? no_memory : result;
}

const size_t MEMORY_OF_A_CODEC = 1u << 20;

}  // namespace pcr

#endif
