#ifndef PCR_RENDER_POOL_H
#define PCR_RENDER_POOL_H

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "renderer.h"

namespace pcr {

// What a job of a pool is: images that whoever is free takes, one after the other.
struct render_job {
  const pcr_limits *limits;
  const pcr_shape *shape;
  const pcr_image *images;
  int64_t count;
  pcr_error *errors;
};

// Threads that wait for jobs. A lock is taken to begin a job and to end it, by each thread once, and none for an image.
class pool {
 public:
  pool() = default;
  pool(const pool &) = delete;
  pool &operator=(const pool &) = delete;

  ~pool() {
    {
      std::lock_guard<std::mutex> guard(lock_);
      closing_ = true;
    }
    begun_.notify_all();
    for (std::thread &thread : threads_) thread.join();
  }

  // Returns whether there was memory and whether there were threads enough.
  bool open(int threads) {
    for (int i = 0; i < threads; i++) {
      renderers_.emplace_back(new renderer());
      if (!renderers_.back()->open()) return false;
    }
    threads_.reserve((size_t)threads - 1);
    for (int i = 1; i < threads; i++) {
      renderer *own = renderers_[(size_t)i].get();
      threads_.emplace_back([this, own] { wait_for_jobs(own); });
    }
    return true;
  }

  // Returns how many images failed, or -1 when another job is under way.
  int64_t run(const render_job &job) {
    if (busy_.exchange(true)) return -1;
    job_ = job;
    next_ = 0;
    failed_ = 0;
    // One image needs no second thread.
    bool is_shared = !threads_.empty() && job.count > 1;
    if (is_shared) begin();
    work(renderers_[0].get());
    if (is_shared) await();
    int64_t failed = failed_;
    busy_ = false;
    return failed;
  }

 private:
  void begin() {
    {
      std::lock_guard<std::mutex> guard(lock_);
      number_++;
      working_ = threads_.size();
    }
    begun_.notify_all();
  }

  void await() {
    std::unique_lock<std::mutex> guard(lock_);
    done_.wait(guard, [this] { return working_ == 0; });
  }

  void wait_for_jobs(renderer *own) {
    uint64_t last = 0;
    std::unique_lock<std::mutex> guard(lock_);
    for (;;) {
      begun_.wait(guard, [this, last] { return closing_ || number_ != last; });
      if (closing_) return;
      last = number_;
      guard.unlock();
      work(own);
      guard.lock();
      if (--working_ == 0) done_.notify_one();
    }
  }

  void work(renderer *own) {
    int64_t failed = 0;
    for (int64_t i = next_++; i < job_.count; i = next_++) {
      if (!own->render(*job_.limits, *job_.shape, job_.images[i], &job_.errors[i])) failed++;
    }
    failed_ += failed;
  }

  std::vector<std::unique_ptr<renderer>> renderers_;
  std::vector<std::thread> threads_;
  std::atomic<bool> busy_{false};
  std::atomic<int64_t> next_{0}, failed_{0};
  render_job job_ = {};

  std::mutex lock_;
  std::condition_variable begun_, done_;
  uint64_t number_ = 0;   // of the job; guarded, as all that follows
  size_t working_ = 0;    // threads that have not ended it
  bool closing_ = false;
};

}  // namespace pcr

#endif
