/* Attaches to a ring file as docs/ipc-format.md describes it, sharing no code with the Java side:
 *   ring_probe FILE COUNT
 * consumes COUNT messages of ring 0, writes each, its first four bytes one higher, into ring 1,
 * and prints what it found in the header and the sum of the numbers. Exits with 2 when the file is
 * not as described. */
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct header {
  char magic[8];
  uint32_t version, kind, message_bytes, rings;
  uint64_t capacity, file_bytes;
};

struct word {
  _Alignas(128) _Atomic uint64_t value;
};

struct ring { /* kind 1: fixed */
  struct word tail, cached_head, head, cached_tail, producer, consumer, zero[2];
  unsigned char slots[];
};

_Static_assert(sizeof(struct ring) == 1024, "the slots begin after 1024 bytes");

static void fail(const char *why) {
  fprintf(stderr, "ring_probe: %s\n", why);
  exit(2);
}

static uint64_t start_ticks(void) { /* field 22; the name, field 2, ends with the last ")" */
  char stat[1024];
  FILE *f = fopen("/proc/self/stat", "r");
  if (f == NULL) return 0;
  stat[fread(stat, 1, sizeof stat - 1, f)] = 0;
  fclose(f);
  char *at = strrchr(stat, ')');
  for (int field = 2; at != NULL && field < 22; field++) at = strchr(at + 1, ' ');
  return at == NULL ? 0 : strtoull(at, NULL, 10);
}

static void take(struct word *role) {
  uint64_t nobody = 0;
  uint64_t self = start_ticks() << 32 | (uint32_t)getpid();
  if (!atomic_compare_exchange_strong(&role->value, &nobody, self)) fail("the role is taken");
}

int main(int argc, char **argv) {
  if (argc != 3) fail("FILE COUNT");
  int fd = open(argv[1], O_RDWR);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0) fail("cannot open the file");
  char *file = mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (file == MAP_FAILED) fail("cannot map the file");
  const struct header *h = (const struct header *)file;
  if (memcmp(h->magic, "LDGNRING", 8) != 0) fail("magic");
  if (h->version != 1 || h->kind != 1 || h->rings != 2) fail("version, kind or rings");
  if (h->file_bytes != (uint64_t)st.st_size) fail("size");
  uint64_t slot_bytes = h->message_bytes == 4 ? 4 : (h->message_bytes + 7) / 8 * 8;
  uint64_t ring_bytes = (1024 + h->capacity * slot_bytes + 4095) / 4096 * 4096;
  if (4096 + 2 * ring_bytes != h->file_bytes) fail("ring size");
  setvbuf(stdout, NULL, _IOLBF, 0); /* the test waits for each line */
  printf("%" PRIu32 " %" PRIu64 "\n", h->message_bytes, h->capacity);
  struct ring *in = (struct ring *)(file + 4096);
  struct ring *out = (struct ring *)(file + 4096 + ring_bytes);
  take(&in->consumer);
  take(&out->producer);
  uint64_t mask = h->capacity - 1, count = strtoull(argv[2], NULL, 10), sum = 0;
  uint64_t head = atomic_load(&in->head.value), tail = atomic_load(&out->tail.value);
  for (uint64_t i = 0; i < count; i++) {
    while (atomic_load_explicit(&in->tail.value, memory_order_acquire) == head) sched_yield();
    unsigned char *from = in->slots + (head & mask) * slot_bytes;
    int32_t number;
    memcpy(&number, from, 4);
    sum += (uint32_t)number++;
    while (tail - atomic_load_explicit(&out->head.value, memory_order_acquire) == h->capacity)
      sched_yield();
    unsigned char *to = out->slots + (tail & mask) * slot_bytes;
    memcpy(to, from, h->message_bytes);
    memcpy(to, &number, 4);
    atomic_store_explicit(&out->tail.value, ++tail, memory_order_release);
    atomic_store_explicit(&in->head.value, ++head, memory_order_release);
  }
  atomic_store(&in->consumer.value, 0);
  atomic_store(&out->producer.value, 0);
  printf("%" PRIu64 "\n", sum);
  return 0;
}
