/* A disk with faults, for the programs that are started with it (LD_PRELOAD).
 *
 * FAULTY_FOLDER  the folder that lies on it
 * FAULTY_SYNCED  what is on the plates: each file as it was when it was synced last; what was only written is missing
 * FAULTY_FLAGS   a folder: while it holds a file "full", writes fail with ENOSPC; "read-only", with EROFS
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static const char *setting(const char *name) {
    const char *value = getenv(name);
    return value != NULL && *value ? value : NULL;
}

/* The path below the faulty folder of an open file; NULL for files elsewhere. */
static const char *below(int file, char path[PATH_MAX]) {
    const char *folder = setting("FAULTY_FOLDER");
    char link[64];
    if (folder == NULL) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length <= 0) return NULL;
    path[length] = 0;
    size_t prefix = strlen(folder);
    return strncmp(path, folder, prefix) == 0 && path[prefix] == '/' ? path + prefix + 1 : NULL;
}

static int flagged(const char *name) {
    const char *flags = setting("FAULTY_FLAGS");
    char path[PATH_MAX];
    if (flags == NULL) return 0;
    snprintf(path, sizeof path, "%s/%s", flags, name);
    return access(path, F_OK) == 0;
}

/* 0 where a write may go on, else the error that it meets. */
static int refusal(int file) {
    char path[PATH_MAX];
    int before = errno;
    int error = flagged("full") ? ENOSPC : flagged("read-only") ? EROFS : 0;
    if (error && below(file, path) == NULL) error = 0;
    errno = before;
    return error;
}

static void make_folders(char *path) {
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
}

static ssize_t (*real_write)(int, const void *, size_t);

/* Copy a file as it is now to what is on the plates, wholly or not at all; one at a time, of all processes, so that no
 * older copy replaces a newer one.
 *
 * It is read by the descriptor that is there: closing another one would end the locks that the program has on the file.
 */
static void reach_the_plates(int file) {
    char path[PATH_MAX], name[2 * PATH_MAX], draft[PATH_MAX + 16], lock[PATH_MAX + 16], block[65536];
    const char *synced = setting("FAULTY_SYNCED"), *relative = synced ? below(file, path) : NULL;
    struct stat what;
    int before = errno;
    if (relative == NULL || fstat(file, &what) || !S_ISREG(what.st_mode)) return;
    snprintf(name, sizeof name, "%s/%s", synced, relative);
    snprintf(draft, sizeof draft, "%s.draft", synced);
    snprintf(lock, sizeof lock, "%s.lock", synced);
    int turn = open(lock, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    while (turn >= 0 && flock(turn, LOCK_EX) && errno == EINTR) continue;
    make_folders(name);
    int to = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t count = -1;
    off64_t place = 0;
    if (real_write == NULL) real_write = dlsym(RTLD_NEXT, "write");
    while (to >= 0 && (count = pread64(file, block, sizeof block, place)) > 0) {
        if (real_write(to, block, (size_t)count) != count) break;
        place += count;
    }
    if (to >= 0) close(to);
    if (count == 0) rename(draft, name);
    if (turn >= 0) close(turn);
    errno = before;
}

int fsync(int file) {
    static int (*real)(int);
    if (real == NULL) real = dlsym(RTLD_NEXT, "fsync");
    int answer = real(file);
    if (answer == 0) reach_the_plates(file);
    return answer;
}

int fdatasync(int file) {
    static int (*real)(int);
    if (real == NULL) real = dlsym(RTLD_NEXT, "fdatasync");
    int answer = real(file);
    if (answer == 0) reach_the_plates(file);
    return answer;
}

ssize_t write(int file, const void *bytes, size_t count) {
    if (real_write == NULL) real_write = dlsym(RTLD_NEXT, "write");
    int error = refusal(file);
    if (error) {
        errno = error;
        return -1;
    }
    return real_write(file, bytes, count);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t place) {
    static ssize_t (*real)(int, const void *, size_t, off64_t);
    if (real == NULL) real = dlsym(RTLD_NEXT, "pwrite64");
    int error = refusal(file);
    if (error) {
        errno = error;
        return -1;
    }
    return real(file, bytes, count, place);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t place) { return pwrite64(file, bytes, count, place); }

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t place) {
    static ssize_t (*real)(int, const struct iovec *, int, off64_t);
    if (real == NULL) real = dlsym(RTLD_NEXT, "pwritev64");
    int error = refusal(file);
    if (error) {
        errno = error;
        return -1;
    }
    return real(file, parts, count, place);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t place) {
    return pwritev64(file, parts, count, place);
}
