/*
 * A disk that keeps only synced data, for soak/torture/powerCut.ts: loaded into the server by LD_PRELOAD. It records
 * which bytes of the files in the folder SYNCED_FROM are written, and copies them to SYNCED_TO when the file is synced,
 * before the sync returns. SYNCED_TO always contains what the worst disk would contain after a power cut. Folders are
 * not simulated: a file exists from its first sync on, and is gone as soon as it is deleted.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILES_MAX 64
static struct { dev_t dev; ino_t ino; off_t from, to; } written[FILES_MAX];
static int files;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define REAL(result, name, ...) ((result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name))

/* The name of a regular file below SYNCED_FROM, from the slash on; NULL for all others. */
static const char *name_of(int fd, char path[4096]) {
  const char *from = getenv("SYNCED_FROM");
  struct stat st;
  if (!from || fstat(fd, &st) || !S_ISREG(st.st_mode)) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, 4095);
  if (length < 0) return NULL;
  path[length] = 0;
  size_t prefix = strlen(from);
  return strncmp(path, from, prefix) == 0 && path[prefix] == '/' ? path + prefix : NULL;
}

/* The entry of a file; the lock must be held. */
static int entry_of(int fd) {
  struct stat st;
  fstat(fd, &st);
  for (int at = 0; at < files; at++)
    if (written[at].dev == st.st_dev && written[at].ino == st.st_ino) return at;
  if (files == FILES_MAX) abort();
  written[files].dev = st.st_dev;
  written[files].ino = st.st_ino;
  return files++;
}

static void note(int fd, off_t from, ssize_t length) {
  char path[4096];
  if (length <= 0 || !name_of(fd, path)) return;
  pthread_mutex_lock(&lock);
  int at = entry_of(fd);
  if (written[at].from == written[at].to) {
    written[at].from = from;
    written[at].to = from + length;
  } else {
    if (from < written[at].from) written[at].from = from;
    if (from + length > written[at].to) written[at].to = from + length;
  }
  pthread_mutex_unlock(&lock);
}

static void keep(int fd) {
  char path[4096], copy[8192], bytes[65536];
  const char *name = name_of(fd, path);
  struct stat st;
  if (!name || fstat(fd, &st)) return;
  snprintf(copy, sizeof copy, "%s%s", getenv("SYNCED_TO"), name);
  int source = open(path, O_RDONLY), target = open(copy, O_WRONLY | O_CREAT, 0600);
  if (source < 0 || target < 0) abort();
  pthread_mutex_lock(&lock);
  int at = entry_of(fd);
  for (off_t from = written[at].from; from < written[at].to;) {
    size_t wanted = written[at].to - from < (off_t)sizeof bytes ? written[at].to - from : (off_t)sizeof bytes;
    ssize_t got = pread(source, bytes, wanted, from);
    if (got <= 0) break; /* truncated since */
    if (REAL(ssize_t, "pwrite", int, const void *, size_t, off_t)(target, bytes, got, from) != got) abort();
    from += got;
  }
  written[at].from = written[at].to = 0;
  pthread_mutex_unlock(&lock);
  if (REAL(int, "ftruncate", int, off_t)(target, st.st_size)) abort();
  close(source);
  close(target);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  ssize_t done = REAL(ssize_t, "pwrite", int, const void *, size_t, off_t)(fd, bytes, length, at);
  note(fd, at, done);
  return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return pwrite(fd, bytes, length, at); }

ssize_t write(int fd, const void *bytes, size_t length) {
  ssize_t done = REAL(ssize_t, "write", int, const void *, size_t)(fd, bytes, length);
  if (done > 0) note(fd, lseek(fd, 0, SEEK_CUR) - done, done);
  return done;
}

int unlink(const char *path) {
  const char *from = getenv("SYNCED_FROM");
  size_t prefix = from ? strlen(from) : 0;
  if (prefix && strncmp(path, from, prefix) == 0 && path[prefix] == '/') {
    char copy[8192];
    snprintf(copy, sizeof copy, "%s%s", getenv("SYNCED_TO"), path + prefix);
    REAL(int, "unlink", const char *)(copy);
  }
  return REAL(int, "unlink", const char *)(path);
}

int fsync(int fd) {
  keep(fd);
  return REAL(int, "fsync", int)(fd);
}

int fdatasync(int fd) {
  keep(fd);
  return REAL(int, "fdatasync", int)(fd);
}
