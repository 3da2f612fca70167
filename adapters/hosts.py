"""Which host names the HTTP server answers to: a foreign name that resolves to it is DNS rebinding."""

from ipaddress import ip_address
from urllib.parse import urlsplit


class HostGuard:
    """`host` is what the server listens on, `url` its public address if that is different."""

    def __init__(self, host: str, url: str = "") -> None:
        self._names = {"localhost", "127.0.0.1", "::1", host.lower()}
        self._listens_widely = not is_loopback(host)
        if url:
            self._names.add((urlsplit(url).hostname or "").lower())

    def allows(self, host: str) -> bool:
        """Whether a request with this Host header may be answered."""
        name = _host_name(host)
        if name in self._names:
            return True
        # no public DNS resolves a name without a dot, such as that of a container: a foreign page can't use one
        return self._listens_widely and bool(name) and (_is_address(name) or "." not in name)


def _host_name(host: str) -> str:
    """The host without its port; empty if it is invalid."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_address(host) and ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
