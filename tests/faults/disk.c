/* Stands between a process and its disk: notes what happens to files below DISK_FOLDER in the file DISK_LOG, together
   with what is written to the standard output, and lets the n-th read or write fail. Loaded with LD_PRELOAD; see
   disk.py. A note is its kind, three numbers and two lengths, followed by two byte strings. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_FILES = 4096, MAX_PATH = 1024, READ = 1, WRITE = 2 };

struct note {
    uint64_t kind, file, offset;
    uint32_t first, second;
};

static char folder[MAX_PATH];
static int journal = -1;
static uint64_t inodes[MAX_FILES]; /* by handle; 0: none of ours */
static char *folders[MAX_FILES];   /* by handle: the path of a folder of ours */
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static int failing_kind, failing_error;
static long failing_after = -1, failing_times;
static long strikes;

__attribute__((constructor)) static void begin(void)
{
    const char *where = getenv("DISK_FOLDER"), *log = getenv("DISK_LOG");
    if (where)
        strncpy(folder, where, MAX_PATH - 1);
    if (log)
        journal = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
}

/* From now on, the n-th read or write (counted from 0) and so many after it fail with this error. */
void disk_fail(int kind, long n, long times, int error)
{
    failing_kind = kind;
    failing_after = n;
    failing_times = times;
    failing_error = error;
    strikes = 0;
}

/* How many have failed. */
long disk_strikes(void)
{
    return strikes;
}

static int fails(int kind)
{
    int failed = 0;
    pthread_mutex_lock(&turn);
    if (failing_after >= 0 && kind == failing_kind) {
        if (failing_after > 0)
            failing_after--;
        else if (failing_times > 0) {
            failing_times--;
            strikes++;
            failed = 1;
        }
    }
    pthread_mutex_unlock(&turn);
    if (failed)
        errno = failing_error;
    return failed;
}

static void put(const void *data, size_t length)
{
    const char *next = data;
    while (length) {
        long written = syscall(SYS_write, journal, next, length);
        if (written <= 0)
            abort();
        next += written;
        length -= (size_t)written;
    }
}

static void note(char kind, uint64_t file, uint64_t offset, const void *first, size_t length, const char *second)
{
    int before = errno;
    struct note head = {(uint64_t)kind, file, offset, (uint32_t)length, second ? (uint32_t)strlen(second) : 0};
    if (journal < 0)
        return;
    put(&head, sizeof head);
    put(first, length);
    put(second, head.second);
    errno = before;
}

static int ours(const char *path)
{
    size_t length = strlen(folder);
    return length && strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

static int handle_is_ours(int handle)
{
    return handle >= 0 && handle < MAX_FILES && inodes[handle];
}

static int opened(int handle, const char *path, int flags, int existed)
{
    struct stat found;
    if (handle < 0 || handle >= MAX_FILES || fstat(handle, &found))
        return handle;
    pthread_mutex_lock(&turn);
    if (S_ISDIR(found.st_mode)) {
        free(folders[handle]);
        folders[handle] = strdup(path);
    } else {
        inodes[handle] = found.st_ino;
        if (!existed)
            note('c', found.st_ino, 0, path, strlen(path), NULL);
        else if (flags & O_TRUNC)
            note('t', found.st_ino, 0, "", 0, NULL);
    }
    pthread_mutex_unlock(&turn);
    return handle;
}

static int open_it(const char *path, int flags, mode_t mode)
{
    int existed = access(path, F_OK) == 0;
    int handle = (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    return ours(path) ? opened(handle, path, flags, existed) : handle;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...)                                                                         \
    {                                                                                                                  \
        mode_t mode = 0;                                                                                               \
        va_list more;                                                                                                  \
        va_start(more, flags);                                                                                         \
        if (flags & (O_CREAT | O_TMPFILE))                                                                             \
            mode = (mode_t)va_arg(more, int);                                                                          \
        va_end(more);                                                                                                  \
        return open_it(path, flags, mode);                                                                             \
    }

#undef open
#undef open64
OPEN(open)
OPEN(open64)

int close(int handle)
{
    if (handle >= 0 && handle < MAX_FILES) {
        pthread_mutex_lock(&turn);
        inodes[handle] = 0;
        free(folders[handle]);
        folders[handle] = NULL;
        pthread_mutex_unlock(&turn);
    }
    return (int)syscall(SYS_close, handle);
}

static ssize_t written(int handle, const void *data, size_t length, off_t offset, int positioned)
{
    ssize_t done;
    if (fails(WRITE))
        return -1;
    pthread_mutex_lock(&turn);
    if (!positioned)
        offset = lseek(handle, 0, fcntl(handle, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    done = positioned ? syscall(SYS_pwrite64, handle, data, length, offset) : syscall(SYS_write, handle, data, length);
    if (done > 0)
        note('w', inodes[handle], (uint64_t)offset, data, (size_t)done, NULL);
    pthread_mutex_unlock(&turn);
    return done;
}

ssize_t write(int handle, const void *data, size_t length)
{
    if (handle_is_ours(handle))
        return written(handle, data, length, 0, 0);
    if (handle == STDOUT_FILENO) {
        pthread_mutex_lock(&turn);
        note('a', 0, 0, data, length, NULL);
        pthread_mutex_unlock(&turn);
    }
    return syscall(SYS_write, handle, data, length);
}

static ssize_t write_at(int handle, const void *data, size_t length, off_t offset)
{
    return handle_is_ours(handle) ? written(handle, data, length, offset, 1)
                                  : syscall(SYS_pwrite64, handle, data, length, offset);
}

ssize_t pwrite(int handle, const void *data, size_t length, off_t offset)
{
    return write_at(handle, data, length, offset);
}

ssize_t pwrite64(int handle, const void *data, size_t length, off_t offset)
{
    return write_at(handle, data, length, offset);
}

static ssize_t read_at(int handle, void *data, size_t length, off_t offset)
{
    return handle_is_ours(handle) && fails(READ) ? -1 : syscall(SYS_pread64, handle, data, length, offset);
}

ssize_t pread(int handle, void *data, size_t length, off_t offset)
{
    return read_at(handle, data, length, offset);
}

ssize_t pread64(int handle, void *data, size_t length, off_t offset)
{
    return read_at(handle, data, length, offset);
}

ssize_t read(int handle, void *data, size_t length)
{
    return handle_is_ours(handle) && fails(READ) ? -1 : syscall(SYS_read, handle, data, length);
}

static int cut(int handle, off_t size)
{
    int failed;
    if (!handle_is_ours(handle))
        return (int)syscall(SYS_ftruncate, handle, size);
    if (fails(WRITE))
        return -1;
    pthread_mutex_lock(&turn);
    failed = (int)syscall(SYS_ftruncate, handle, size);
    if (!failed)
        note('t', inodes[handle], (uint64_t)size, "", 0, NULL);
    pthread_mutex_unlock(&turn);
    return failed;
}

int ftruncate(int handle, off_t size)
{
    return cut(handle, size);
}

int ftruncate64(int handle, off_t size)
{
    return cut(handle, size);
}

/* Nothing is really flushed: a test would wait for it, and only what was asked for counts. */
static int flushed(int handle)
{
    if (handle_is_ours(handle)) {
        if (fails(WRITE))
            return -1;
        pthread_mutex_lock(&turn);
        note('s', inodes[handle], 0, "", 0, NULL);
        pthread_mutex_unlock(&turn);
        return 0;
    }
    if (handle >= 0 && handle < MAX_FILES && folders[handle]) {
        pthread_mutex_lock(&turn);
        note('d', 0, 0, folders[handle], strlen(folders[handle]), NULL);
        pthread_mutex_unlock(&turn);
        return 0;
    }
    return (int)syscall(SYS_fsync, handle);
}

int fsync(int handle)
{
    return flushed(handle);
}

int fdatasync(int handle)
{
    return flushed(handle);
}

#define NAMES(call, kind, first, second)                                                                               \
    int failed;                                                                                                        \
    pthread_mutex_lock(&turn);                                                                                         \
    failed = (int)(call);                                                                                              \
    if (!failed && ours(first))                                                                                        \
        note(kind, 0, 0, first, strlen(first), second);                                                                \
    pthread_mutex_unlock(&turn);                                                                                       \
    return failed

int rename(const char *from, const char *to)
{
    NAMES(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), 'r', from, to);
}

int link(const char *from, const char *to)
{
    NAMES(syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0), 'l', from, to);
}

int unlink(const char *path)
{
    NAMES(syscall(SYS_unlinkat, AT_FDCWD, path, 0), 'u', path, NULL);
}

int mkdir(const char *path, mode_t mode)
{
    NAMES(syscall(SYS_mkdirat, AT_FDCWD, path, mode), 'm', path, NULL);
}
