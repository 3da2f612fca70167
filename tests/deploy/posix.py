"""Finds names that Windows doesn't have, where nothing asks first whether they are there."""

import ast
from collections.abc import Iterator
from pathlib import Path

MODULES = frozenset({"fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"})
_OF_OS = (
    "O_DIRECTORY O_NOFOLLOW WIFEXITED WIFSIGNALED chown chroot fchmod fchown fork forkpty geteuid getgid getloadavg "
    "getpgid getpriority getsid getuid initgroups killpg lchown mkfifo mknod nice posix_spawn pread pwrite "
    "sched_getaffinity sched_setaffinity setgid setpgid setsid setuid statvfs sync sysconf tcgetpgrp ttyname uname "
    "wait3 wait4"
)
_OF_SIGNAL = (
    "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 SIGWINCH alarm "
    "pthread_kill pthread_sigmask setitimer siginterrupt sigwait"
)
NAMES = frozenset(
    {f"os.{name}" for name in _OF_OS.split()}
    | {f"signal.{name}" for name in _OF_SIGNAL.split()}
    | {"socket.AF_UNIX", "socket.socketpair", "socket.SO_REUSEPORT", "time.tzset", "asyncio.start_unix_server"}
    | {"asyncio.open_unix_connection", "os.register_at_fork"}
)
METHODS = frozenset({"add_signal_handler", "add_reader", "add_writer", "create_unix_server", "create_unix_connection"})
_ASKING = {"sys.platform", "os.name", "hasattr"}
_PREPARED = {"ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError"}


def unguarded(path: Path) -> list[str]:
    """The names that a module would not find on Windows, with their lines."""
    return [f"{path}:{line}: {name}" for line, name in sorted(set(_found(ast.parse(path.read_text("utf-8")))))]


def _found(node: ast.AST) -> Iterator[tuple[int, str]]:
    if _is_guarded(node):
        return
    for name in _named(node):
        yield getattr(node, "lineno", 0), name
    for child in ast.iter_child_nodes(node):
        yield from _found(child)


def _named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import():
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        case ast.ImportFrom(module=str(module)):
            if module in MODULES:
                yield module
            yield from (name for alias in node.names if (name := f"{module}.{alias.name}") in NAMES)
        case ast.Attribute():
            if (name := ast.unparse(node)) in NAMES:
                yield name
            elif node.attr in METHODS:
                yield node.attr


def _is_guarded(node: ast.AST) -> bool:
    if isinstance(node, ast.If | ast.IfExp):
        return any(asked in ast.unparse(node.test) for asked in _ASKING)
    if isinstance(node, ast.Try):
        caught = " ".join(ast.unparse(handler.type) for handler in node.handlers if handler.type)
        return any(name in caught for name in _PREPARED)
    return False
