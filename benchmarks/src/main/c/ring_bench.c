/* The machine's limit: a ring of the layout of docs/ipc-format.md, 4-byte messages, in C, between
 * two processes on two CPUs:
 *   ring_bench FILE one|batch CAPACITY WARMUP COUNT
 * prints millions of messages per second, from message WARMUP on, as the consumer saw it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if defined(__x86_64__)
#include <immintrin.h>
#define spin() _mm_pause()
#elif defined(__aarch64__)
#define spin() __asm__ volatile("isb")
#else
#define spin() ((void)0)
#endif

enum { BATCH = 64 };

struct word {
  _Alignas(128) _Atomic uint64_t value;
};

struct ring {
  struct word tail, cached_head, head, cached_tail, roles[4];
  int32_t slots[];
};

#define load_plain(w) atomic_load_explicit(&(w).value, memory_order_relaxed)
#define store_plain(w, v) atomic_store_explicit(&(w).value, (v), memory_order_relaxed)
#define load_acquire(w) atomic_load_explicit(&(w).value, memory_order_acquire)
#define store_release(w, v) atomic_store_explicit(&(w).value, (v), memory_order_release)

static uint64_t min(uint64_t a, uint64_t b) { return a < b ? a : b; }

static void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu % sysconf(_SC_NPROCESSORS_ONLN), &set);
  sched_setaffinity(0, sizeof set, &set);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void produce_one(struct ring *r, uint64_t capacity, uint64_t count) {
  uint64_t mask = capacity - 1;
  for (uint64_t n = 0; n < count; n++) {
    uint64_t tail = load_plain(r->tail);
    while (tail - load_plain(r->cached_head) >= capacity) {
      store_plain(r->cached_head, load_acquire(r->head));
      if (tail - load_plain(r->cached_head) >= capacity) spin();
    }
    r->slots[tail & mask] = (int32_t)n;
    store_release(r->tail, tail + 1);
  }
}

static int64_t consume_one(struct ring *r, uint64_t capacity, uint64_t count) {
  uint64_t mask = capacity - 1;
  int64_t sum = 0;
  for (uint64_t n = 0; n < count; n++) {
    uint64_t head = load_plain(r->head);
    while (head >= load_plain(r->cached_tail)) {
      store_plain(r->cached_tail, load_acquire(r->tail));
      if (head >= load_plain(r->cached_tail)) spin();
    }
    sum += r->slots[head & mask];
    store_release(r->head, head + 1);
  }
  return sum;
}

static void produce_batch(struct ring *r, uint64_t capacity, uint64_t count) {
  uint64_t mask = capacity - 1;
  for (uint64_t n = 0; n < count;) {
    uint64_t tail = load_plain(r->tail), wanted = min(BATCH, count - n);
    uint64_t free = load_plain(r->cached_head) + capacity - tail;
    if (free < wanted) {
      store_plain(r->cached_head, load_acquire(r->head));
      free = load_plain(r->cached_head) + capacity - tail;
    }
    uint64_t claimed = min(min(wanted, free), capacity - (tail & mask));
    if (claimed == 0) {
      spin();
      continue;
    }
    int32_t *to = &r->slots[tail & mask];
    for (uint64_t i = 0; i < claimed; i++) to[i] = (int32_t)(n + i);
    store_release(r->tail, tail + claimed);
    n += claimed;
  }
}

static int64_t consume_batch(struct ring *r, uint64_t capacity, uint64_t count) {
  uint64_t mask = capacity - 1;
  int64_t sum = 0;
  for (uint64_t n = 0; n < count;) {
    uint64_t head = load_plain(r->head), wanted = min(BATCH, count - n);
    uint64_t ready = load_plain(r->cached_tail) - head;
    if (ready == 0) {
      store_plain(r->cached_tail, load_acquire(r->tail));
      ready = load_plain(r->cached_tail) - head;
    }
    uint64_t batch = min(min(wanted, ready), capacity - (head & mask));
    if (batch == 0) {
      spin();
      continue;
    }
    const int32_t *from = &r->slots[head & mask];
    for (uint64_t i = 0; i < batch; i++) sum += from[i];
    store_release(r->head, head + batch);
    n += batch;
  }
  return sum;
}

int main(int argc, char **argv) {
  if (argc != 6) return 2;
  int batch = strcmp(argv[2], "batch") == 0;
  uint64_t capacity = strtoull(argv[3], NULL, 10);
  uint64_t warmup = strtoull(argv[4], NULL, 10), count = strtoull(argv[5], NULL, 10);
  size_t bytes = sizeof(struct ring) + capacity * sizeof(int32_t);
  int fd = open(argv[1], O_RDWR | O_CREAT | O_EXCL, 0600);
  if (fd < 0 || ftruncate(fd, bytes) != 0) return 1;
  struct ring *r = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  unlink(argv[1]);
  if (r == MAP_FAILED) return 1;
  memset(r, 0, bytes); /* all pages are there before the clock runs */
  pid_t child = fork();
  if (child == 0) {
    pin(1);
    (batch ? produce_batch : produce_one)(r, capacity, warmup + count);
    _exit(0);
  }
  pin(0);
  int64_t sum = (batch ? consume_batch : consume_one)(r, capacity, warmup);
  double start = seconds();
  sum += (batch ? consume_batch : consume_one)(r, capacity, count);
  double elapsed = seconds() - start;
  waitpid(child, NULL, 0);
  int64_t expected = 0;
  for (uint64_t n = 0; n < warmup + count; n++) expected += (int32_t)n;
  if (sum != expected) return 3;
  printf("%.1f\n", count / elapsed / 1e6);
  return 0;
}
